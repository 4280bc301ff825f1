"""Settings of what is archived, and of existing archives."""

from __future__ import annotations

from dataclasses import dataclass

from tidings.settings.describing import described as _set


@dataclass(frozen=True, slots=True)
class ArchiveSettings:
    """How captures are stored, and how existing archives are used."""

    warc_megabytes: float = _set(
        1000.0, "Start a new WARC file after this size.", low=0.01, high=100_000
    )
    upload: str = _set(
        "",
        "An object store, `s3://bucket/folder`, that WARC files go to when they are full; empty keeps them in the folder. Keys and endpoint are in the environment (`AWS_ACCESS_KEY_ID` and so on).",
    )
    fallback: tuple[str, ...] = _set(
        (),
        "Existing archives to ask when a page is gone: files and folders, relative to the collection folder, or URLs.",
    )
    versions: int = _set(
        1,
        "Take at most this many different captures of one URL out of an archive.",
        low=1,
        high=1000,
    )
    rejected_text: int = _set(
        1000,
        "Keep this many characters of the text of a rejected page, to search it and to find its names and keywords; 0 keeps none.",
        low=0,
        high=1_000_000,
    )
    requisites: str = _set(
        "all",
        "What is archived with a kept page so that it can be shown: 'all' it needs, 'styles and images' without scripts and frames, or 'none'.",
        choices=("all", "styles and images", "none"),
    )
    requisites_per_page: int = _set(
        150, "Requisites of one page to fetch, at most.", low=1, high=10_000
    )
    requisite_megabytes_per_page: float = _set(
        25.0, "Megabytes of requisites to receive for one page.", low=0.01, high=10_000
    )
    requisite_minutes_per_page: float = _set(
        10.0, "Minutes of waiting for the requisites of one page.", low=0.01, high=10_000
    )
    requisite_megabytes: float = _set(
        0.0,
        "Megabytes of requisites to receive for the whole collection; 0 means half of budget.megabytes, or no limit without one.",
        low=0,
    )
    film_helper: str = _set(
        "",
        "Program that fetches the films and sounds of kept pages, such as 'yt-dlp', which you install; empty fetches none.",
    )
    film_megabytes: float = _set(50.0, "Megabytes of one film, at most.", low=0.001, high=2_000)
    film_seconds: float = _set(
        300.0, "Seconds that the program may take for one film.", low=1, high=36_000
    )
