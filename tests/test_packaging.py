"""What strangers install: the wheel is whole and starts elsewhere; the container copies what is there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest
import yaml

from tidings.cli import parser
from tidings.settings import Settings

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "tidings"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return path


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    files = {
        f"tidings/{path.relative_to(PACKAGE)}"
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = set(zipfile.ZipFile(wheel).namelist())
    assert files <= packed
    assert {
        "tidings/desk/static/index.html",
        "tidings/store/sql/schema.sql",
        "tidings/py.typed",
    } <= packed
    assert any(name.endswith("share/man/man1/tidings.1") for name in packed)


def test_the_wheel_says_what_it_is_and_how_it_starts(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in archive.namelist() if name.endswith("METADATA")]
    facts = Parser().parsestr(archive.read(metadata).decode())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert (facts["Name"], facts["License-Expression"]) == ("tidings", "Apache-2.0")
    assert facts["Summary"] == project["description"]
    assert facts["Description-Content-Type"] == "text/markdown"
    needed = [each for each in facts.get_all("Requires-Dist") or [] if "extra ==" not in each]
    assert len(needed) == len(project["dependencies"])
    (starts,) = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
    assert "tidings = tidings.__main__:main" in archive.read(starts).decode()


def test_the_wheel_starts_in_another_folder(wheel: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); import tidings; from tidings.cli import main\n"
        "assert tidings.__file__.startswith(sys.argv[1]), tidings.__file__\n"
        "from tidings.api.app import make_app, ServerSettings; from tidings.desk.pages import add_desk\n"
        "sys.exit(main(['new', 'flood', '--keyword', 'flood']))"
    )
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, "-c", program, str(unpacked)],
        cwd=tmp_path, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "flood" / "event.toml").is_file()


def _copied() -> list[str]:
    """Return the files and folders that the Dockerfile takes from here."""
    steps = re.findall(
        r"^COPY (?!--from)(.+)$", (ROOT / "Dockerfile").read_text("utf-8"), re.MULTILINE
    )
    return [source for step in steps for source in step.split()[:-1]]


def test_the_container_copies_what_there_is_and_what_the_wheel_needs() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    copied = _copied()
    assert copied
    for source in copied:
        assert (ROOT / source).exists(), source
        assert f"!{source}" in ignored, source
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    build = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = [
        project["project"]["readme"],
        "LICENSE",
        "pyproject.toml",
        *build["shared-data"],
        "src",
    ]
    assert set(needed) <= set(copied)


def test_the_commands_of_the_container_are_those_of_the_program() -> None:
    service = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"][
        "desk"
    ]
    options = parser().parse_args(service["command"])
    assert (options.host, options.name) == ("0.0.0.0", ["localhost"])
    inside = [port.split(":")[-1] for port in service["ports"]]
    assert inside == [str(options.port), str(options.port + 1)]
    assert all(port.startswith("127.0.0.1:") for port in service["ports"])
    comments = (ROOT / "compose.yaml").read_text(encoding="utf-8") + (
        ROOT / "Dockerfile"
    ).read_text("utf-8")
    for command in re.findall(r"(?:run --rm desk|/collections\" tidings) (.+)", comments):
        parser().parse_args(command.split())


def test_shared_crawls_in_containers_find_what_they_need() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    compose = yaml.safe_load(text)
    services = compose["services"]
    crawls = [service for name, service in services.items() if name.startswith("crawl-")]
    assert len(crawls) == 2
    for crawl in crawls:
        words = [word.replace("${EVENT:-}", "flood") for word in crawl["command"]]
        assert parser().parse_args(words).command == "crawl"
        assert crawl["depends_on"].keys() <= services.keys()
        assert crawl["hostname"] == "crawls"  # the same name after each start, in whatever order
    assert all("shared" in each["profiles"] for name, each in services.items() if name != "desk")
    assert not any("ports" in each for name, each in services.items() if name != "desk")
    mounted = {volume.split(":")[0] for each in services.values() for volume in each["volumes"]}
    assert mounted - {"./events"} == compose["volumes"].keys()
    given = re.findall(r"\[(\w+)\] (\w+) = \"\w+://(?:\w+@)?(\w+)", text)
    assert [(part, key) for part, key, _ in given] == [
        ("store", "url"),
        ("index", "url"),
        ("archive", "upload"),
    ]
    for part, key, host in given:
        settings = Settings.__dataclass_fields__[part].default
        assert hasattr(settings, key)
        assert host in services or key == "upload"
