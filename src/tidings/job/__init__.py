"""From the settings of an event file to a crawl: the one place where the parts are chosen and put together."""

from tidings.job.fetchers import Extraction, fetcher_of, open_fetcher, open_live
from tidings.job.judging import apply_event_file, run_rejudging, scorer_of
from tidings.job.running import advice_on, run, run_patching, with_budget

__all__ = [
    "Extraction",
    "advice_on",
    "apply_event_file",
    "fetcher_of",
    "open_fetcher",
    "open_live",
    "run",
    "run_patching",
    "run_rejudging",
    "scorer_of",
    "with_budget",
]
