"""SARIF output against the published schema of version 2.1.0."""

import json
import pathlib
import subprocess
import sys

import pytest

SCHEMA = "node/node_modules/@microsoft/sarif-multitool-linux/sarif-2.1.0.json"
REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


def lint(herbrand, folder, *paths) -> dict:
    run = subprocess.run(
        [str(herbrand), "lint", "--format", "sarif", *map(str, paths)],
        cwd=folder, capture_output=True, text=True, timeout=120, check=False,
    )
    assert run.returncode in (0, 1), run.stderr
    return json.loads(run.stdout)


def validate(clients, log: pathlib.Path) -> None:
    schema = clients / SCHEMA
    if not schema.exists():
        pytest.skip("the SARIF schema was not fetched")
    run = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--schemafile", str(schema), str(log)],
        capture_output=True, text=True, timeout=120, check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_schema_refuses_what_is_wrong(clients, tmp_path):
    log = tmp_path / "log.sarif"
    log.write_text('{"version": "2.1.0", "runs": [{"results": []}]}')
    with pytest.raises(AssertionError):
        validate(clients, log)


def test_examples(herbrand, clients, tmp_path):
    found = lint(herbrand, REPOSITORY, "examples")
    log = tmp_path / "log.sarif"
    log.write_text(json.dumps(found))
    validate(clients, log)
    run = found["runs"][0]
    assert run["columnKind"] == "unicodeCodePoints"
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert run["results"], "the examples earn warnings"
    assert {result["ruleId"] for result in run["results"]} <= rules


def test_a_fix_and_a_second_place(herbrand, clients, tmp_path):
    (tmp_path / "a.kif").write_text("(<= p q)\n(q)\n(<= r (q))\n(f a)\n(f a b)\n")
    found = lint(herbrand, tmp_path, "a.kif")
    log = tmp_path / "log.sarif"
    log.write_text(json.dumps(found))
    validate(clients, log)
    results = found["runs"][0]["results"]
    assert any(result.get("fixes") for result in results)
    assert any(result.get("relatedLocations") for result in results)
