"""Where the server, the corpus and the fetched tools are."""

import os
import pathlib
import shutil

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DEADLINE = 30  # seconds that an event may take on a loaded machine


@pytest.fixture(scope="session")
def herbrand() -> pathlib.Path:
    """The server's program."""
    return server()


def server() -> pathlib.Path:
    return pathlib.Path(os.environ.get("HERBRAND_BIN", REPOSITORY / "target/debug/herbrand"))


@pytest.fixture(scope="session")
def corpus() -> pathlib.Path:
    """Real rule sheets; they are never changed, only copied."""
    folder = pathlib.Path(os.environ.get("HERBRAND_CORPUS", REPOSITORY / "../shared/corpus"))
    if not (folder / "games").is_dir():
        pytest.skip("no corpus: name its folder in HERBRAND_CORPUS")
    return folder


@pytest.fixture(scope="session")
def clients() -> pathlib.Path:
    """Where fetched tools are."""
    return pathlib.Path(os.environ.get("HERBRAND_CLIENTS", REPOSITORY / "target/clients"))


@pytest.fixture
def project(tmp_path: pathlib.Path, corpus: pathlib.Path) -> pathlib.Path:
    """A project of its own with a real game in it, and a file that makes it a project."""
    shutil.copyfile(corpus / "games/blockerSerial.kif", tmp_path / "blockerSerial.kif")
    (tmp_path / "blockerSerial.kif").chmod(0o644)
    (tmp_path / "herbrand.toml").write_text("")
    return tmp_path
