"""Every fitted or hand-set number of the measure ``auto`` and of its link scorer, in one value.

The numbers were calibrated as a set: do not tune one alone, and run the gates (``test_focus_events``,
``test_auto_order``) after any change.
Data: words, names, places and days were set on 478 incidents of a registry of shootings (GVA), each described by one
article, a town and a day. Another 69 incidents were left out for testing. The three lists of a kind were fitted on
three kinds of university pages (WebKB). The numbers for links were set by hand and checked on recorded and generated
webs.
``docs/results/keeping.md`` and ``docs/results/order.md`` show the results.
``python -m benchmarks fit-weights`` fits the factors among them again, over nine webs.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AutoWeights:
    """The numbers of one calibration; pass another value to ``AutoRelevance`` or ``AutoLinks`` to vary them."""

    # The sum over all aspects of a page.
    base: float = 2.1
    """Log-odds: a page as similar as another article, in the right place, on the right day. Set so that the default
    threshold of 0.4 gives the best F1; was 3.0 before names and months counted."""
    breadth_penalty: float = 0.35
    """Log-odds per unit of breadth: against every page, because a date within a long event says little. Was 0.5."""
    open_penalty: float = 1.0
    """Log-odds: against every page if neither place nor day decide, because pages near the topic are then many."""
    hopeless: float = -7.0
    """Log-odds: below this sum, 1 in 1,000, a text is not searched for the event's names and days."""
    kind_only_share: float = 0.25
    """Share: how much the words count if only a kind of page is sought, as references are then mere examples."""
    list_penalty: float = 3.0
    """Log-odds: against a list of links, which has the words of every report it links to and is about none."""
    list_from: float = 0.4
    """Share of link text: where a page starts to count as a list. Of real articles, 4 in 100 have more."""
    list_full: float = 0.8
    """Share of link text: where a page fully counts as a list. Of real articles, 2 in 100 have more, of the lists of
    news sites nearly all."""

    section_gain: float = 3.0
    """Log-odds: for a page in the directory that a reference opens. It may omit words and place of the event."""

    # Words: similarity to the references, and use of the keywords.
    expected_cosine: float = 0.2
    """Cosine: typical for two articles about one event; a likeness of 1 means this."""
    foreign_share: float = 0.5
    """Share: of that cosine expected for a page in another language, which shares names but not words."""
    lead_words: int = 180
    """Words, title included: the beginning that is compared separately too. News open with their subject; text that
    is common to a site, or other news, comes later."""
    likeness_power: float = 2.0
    """Power: twice as similar is 2^2 times as likely. Fitted to news: 1.6 to 2.2 do as well; was 2.7."""
    likeness_floor: float = 0.1
    """Likeness: added to every page, so that no page is ruled out by its words alone."""
    likeness_ceiling: float = 2.2
    """Likeness: more counts little, because such pages are copies or share a template."""
    likeness_beyond: float = 0.05
    """Share: of the likeness above the ceiling that counts, so that the most similar pages do not tie."""
    keyword_gain: float = 4.0
    """Log-odds: between a page without keywords and one that has little else, beside references."""
    keyword_gain_without_references: float = 12.0
    """Log-odds: the same without references."""
    keyword_limit_without_references: float = 0.5
    """Log-odds: most that keywords add then. All events of a kind share them, so they cannot replace place or day."""
    keyword_gain_alone: float = 24.0
    """Log-odds: the same if the event has keywords only: no references, no place, no time."""
    usual_keyword_use: float = 0.5
    """Keyword use from 0 to 1: neutral, neither for nor against a page."""
    keyword_half_use: float = 1.2
    """Amount of keywords that makes a use of 0.5: a keyword that occurs n times counts √n, times its rarity."""
    keyword_half_use_alone: float = 1.0
    """Amount: the same if the event has keywords only, so that one keyword is enough in a short text."""
    keyword_text_words: int = 300
    """Words: length of text for which ``keyword_half_use`` holds; a longer text needs more occurrences."""

    # Names: rare pairs of capitalised words shared with the references.
    name_lead: int = 1_000
    """Characters: searched for names. Names of reporters and of other news stand further down."""
    name_rarity: float = 10.0
    """Summed idf of two words: above this a pair is specific to an event. "Police Department" has 5,
    "Michael Brown" 6. A rare surname is enough."""

    # Places.
    no_place: float = 4.0
    """Log-odds: against a page that names no place of the event, if it is as similar as another article."""
    no_place_unlike: float = 3.0
    """Log-odds per unit of missing likeness: added to that. A page with the people and the street may omit the town."""
    no_place_at_all: float = 0.7
    """Share: of these that counts against a page that names no place whatever, as notices and short texts do."""
    no_place_short: float = 100.0
    """Characters: such a short text has 0.63 of the room to name a place, so that its silence says less; only if places
    are given. Tried: 300, 600; posts in other languages gain F1 (0.20; 0.27, 0.31, 0.33), but rank worse."""
    other_places: float = 0.15
    """Share: of the closeness that depends on the other places a page names."""
    neighbour: float = 0.6
    """Closeness: of a place next to a city of the event; falls to 0 at the city's reach."""
    world_people: float = 8e9
    """People: everyone; the fewer people live in a place, the more it says that a page names it."""
    region_people: float = 5e6
    """People: assumed for a region or country that the gazetteer gives no number for."""
    village_people: float = 1e3
    """People: the same for any other place."""

    # Days.
    decay_after: float = 0.7
    """Power: how fast odds fall with the days after the event. Coverage fades fast and never ends."""
    decay_before: float = 1.5
    """Power: the same for the days before, when there is hardly any coverage."""
    silent: float = 1.2
    """Log-odds: against a page that mentions no day of the event. Half of it for every page if the day is only that of
    a reference, which no page can confirm."""
    silent_before: float = 3.4
    """Log-odds: the same for a page from before the event."""
    undated_days: float = 2.0
    """Days after the event: assumed for an undated page. Was 14."""
    date_zero: float = 8.0
    """Log-odds: against a page at which the date's part in the explanation is shown as 0."""
    long_event_days: float = 7.0
    """Days: pages published during a longer event need not mention its days."""

    # Kind: the similarity to each list of terms, as in the genre measure.
    # From logistic regression; fitted to any two kinds of pages, it separates the third as well.
    genre_gain: float = 7.0
    """Log-odds: between a page without terms of the genre and one with all of them equally."""
    genre_neutral: float = 0.45
    """Similarity: neither for nor against a page."""
    content_gain: float = 1.5
    """Log-odds: the same for the content terms."""
    content_neutral: float = 0.25
    """Similarity: neutral for the content terms."""
    url_gain: float = 3.0
    """Log-odds: the same for the terms of the URL."""
    url_neutral: float = 0.4
    """Similarity: neutral for the terms of the URL."""

    # Links: before the page behind them is fetched.
    link_base: float = -1.0
    """Log-odds: a link without any signal."""
    link_aspect: float = -1.5
    """Log-odds: added once if the event has places and once if it has a time, as each must be matched."""
    link_words: float = 2.5
    """Log-odds: of words that match fully."""
    link_place: float = 3.0
    """Log-odds: of places that match fully."""
    link_date: float = 3.0
    """Log-odds: between a wrong day and a matching day. Words, place and date together make a link likely."""
    link_undated: float = -0.5
    """Log-odds: of a link without a day; far less than a wrong day costs."""
    link_entrance: float = 2.0
    """Log-odds: for the front page of a host, which has no topic but leads to everything there."""
    link_host_named: float = 0.7
    """Log-odds: for a host with a place of the event in its name."""
    link_host_letters: int = 5
    """Letters: shortest place name that is looked for in host names."""
    link_inherited_place: float = 0.8
    """Share: of the page's place score given to links that name no place."""
    link_beside: float = 0.2
    """Share: of the page's score given to links beside its text, such as those of a menu, which stand on every page of
    a site. Tried: 1, 0.5; best on generated shops, no difference elsewhere."""
    link_full_days: float = 90.0
    """Days: a matching day counts less for a longer event; nearly every page is from some day of a year."""
    link_fade_days: float = 1.0
    """Days: shortest lead or cooldown used for fading days. Was 2.0 while days faded twice as fast."""
    link_reference_word: float = 0.35
    """Weight: of the strongest word of the references beside a keyword, which has 1."""
    link_saturation: float = 1.2
    """Per unit of word weight: how fast a few matching words become a full match."""
    link_last_step: float = 1.5
    """Weight: of a genre's URL term in the last step of a path."""
    link_step_before: float = 0.5
    """Weight: of the same in the step before it, such as CS in CS302."""
    link_context_word: float = 0.4
    """Share: of a word around a link, which says as much about the page that has it, beside one of its anchor."""
    link_derived_day: float = 0.5
    """Share: of the log-odds of a day that counts if the event has only the day of its references."""
    link_same_container: float = 0.2
    """Share: of a region's or country's nearness that another place inside it has."""


AUTO = AutoWeights()
"""The default numbers."""
