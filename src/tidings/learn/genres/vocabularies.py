"""Ready lists of English terms for genres of pages, to start from; data only."""

from __future__ import annotations

from collections.abc import Mapping

_NEWS_REPORT = """reported; reporters; told reporters; correspondent; spokesman; spokeswoman; news; breaking news; witnesses;
    according; officials; statement; news agency; reuters; associated press; press conference; related stories;
    last updated; published; editor; photo"""
_SITUATION_REPORT = """situation report; sitrep; highlights; situation overview; humanitarian; humanitarian response; affected;
    people affected; people displaced; casualties; needs; gaps; response; clusters; shelter; coordination; funding;
    partners; assessment; reporting period; next report; source; figures"""
_LIVE_BLOG = """live; live updates; live blog; live coverage; follow live; key points; summary; updated; latest;
    latest updates; minutes ago; hours ago; key events; developments; timeline; recap; stay tuned; refresh;
    sort newest; breaking; liveblog"""
_OFFICIAL_NOTICE = """notice; public notice; official; announcement; hereby; pursuant; section; act; regulation; order;
    decree; authority; ministry; department; effective date; date issued; reference number; issued; public information;
    enquiries; press release; immediate release; advisory"""
_BLOG_POST = """blog; posted; post; comments; leave comment; reply; archives; categories; tags; filed;
    permalink; trackback; previous post; next post; recent posts; recent comments; author; subscribe; share;
    blogroll; guest post; thanks reading"""
_COURSE_SYLLABUS = """syllabus; course; course description; credits; instructor; office hours; prerequisites; lecture;
    lectures; homework; assignments; exam; midterm; final exam; grading; textbook; required text; handouts; objectives;
    outline; topics; tentative schedule; teaching assistant; problem sets; due"""
_JOB_OFFER = """job; jobs; job offer; vacancy; vacancies; position; salary; benefits; responsibilities; requirements;
    qualifications; work experience; years experience; full time; part time; apply; application; applicants;
    employer; career; closing date; curriculum vitae; equal opportunity; job type"""
_SALE_OFFER = """price; sale; buy; add cart; shopping cart; checkout; stock; shipping; free shipping; delivery;
    discount; offer; special offer; product; products; warranty; payment; credit card; order; quantity; customer reviews;
    specifications; item; returns"""
_HUB_PAGE = """index; links; directory; archive; archives; list; category; categories; browse; resources; topics; sections;
    site map; articles; stories; latest news; next page; previous page; older posts; results; popular; page; overview"""


def _terms(text: str) -> tuple[str, ...]:
    return tuple(" ".join(term.split()) for term in text.split(";"))


VOCABULARIES: Mapping[str, tuple[str, ...]] = {
    "news report": _terms(_NEWS_REPORT),
    "situation report": _terms(_SITUATION_REPORT),
    "live blog": _terms(_LIVE_BLOG),
    "official notice": _terms(_OFFICIAL_NOTICE),
    "blog post": _terms(_BLOG_POST),
    "course syllabus": _terms(_COURSE_SYLLABUS),
    "job offer": _terms(_JOB_OFFER),
    "sale offer": _terms(_SALE_OFFER),
    "hub page": _terms(_HUB_PAGE),
}
"""The terms of each genre, by ``genre.is``; written for Tidings."""
