"""Reports at the end of a test run what was not measured; in CI the run then fails."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

import pytest

ALLOWED = ("root may read everything", "root may write everything", "spaCy is optional")
"""Beginnings of the reasons for which a test may be skipped even in CI."""


def unmeasured(reports: Iterable[pytest.TestReport]) -> str:
    """Return one line that names the files with skipped tests, or nothing if each may be skipped."""
    files = Counter(
        report.location[0] for report in reports if not _reason(report).startswith(ALLOWED)
    )
    names = ", ".join(f"{file} ({count})" for file, count in sorted(files.items()))
    return names and f"NOT MEASURED, data or programs are missing: {names}"


def _reason(report: pytest.TestReport) -> str:
    return (
        report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
    )


def _skipped(config: pytest.Config) -> list[pytest.TestReport]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Close with what was not measured."""
    if line := unmeasured(_skipped(terminalreporter.config)):
        terminalreporter.write_line(line, yellow=True)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Let a run in CI fail if something was not measured."""
    if session.exitstatus == 0 and os.environ.get("CI") and unmeasured(_skipped(session.config)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
