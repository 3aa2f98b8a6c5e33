"""The networks of the example games against their schema."""

import json
import pathlib
import subprocess
import sys

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = REPOSITORY / "docs/schemas/network.schema.json"
GAMES = sorted((REPOSITORY / "examples/games").iterdir())


def validate(document: pathlib.Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--schemafile", str(SCHEMA), str(document)],
        capture_output=True, text=True, timeout=120, check=False,
    )


def ground(herbrand, game) -> dict:
    run = subprocess.run(
        [str(herbrand), "ground", "--format", "json", str(game)],
        capture_output=True, text=True, timeout=120, check=False,
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_game(herbrand, tmp_path, game):
    network = ground(herbrand, game)
    assert network["latches"] and network["inputs"] and network["goals"]
    document = tmp_path / "network.json"
    document.write_text(json.dumps(network))
    run = validate(document)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_schema_refuses_what_is_wrong(herbrand, tmp_path):
    network = ground(herbrand, GAMES[0])
    network["nodes"].append({"kind": "xor", "signals": []})
    document = tmp_path / "network.json"
    document.write_text(json.dumps(network))
    assert validate(document).returncode != 0
