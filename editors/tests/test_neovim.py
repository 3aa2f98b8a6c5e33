"""A real Neovim, driven without a screen, with the configuration that users get."""

import os
import pathlib
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent


def neovim(clients: pathlib.Path) -> str:
    fetched = clients / "python/bin/nvim"
    program = str(fetched) if fetched.exists() else shutil.which("nvim")
    if not program:
        pytest.skip("Neovim is not installed")
    return program


def test_neovim_shows_fixes_and_clears(herbrand, clients, project):
    # Nothing of the user's own configuration, and nothing written to it.
    environment = dict(os.environ)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
        place = project / ".own" / name.lower()
        place.mkdir(parents=True)
        environment[name] = str(place)
    environment["PATH"] = f"{herbrand.parent}{os.pathsep}{environment['PATH']}"
    environment["HERBRAND_NEOVIM"] = str(HERE.parent / "neovim")
    run = subprocess.run(
        [neovim(clients), "--headless", "--clean", "-l", str(HERE / "neovim.lua"), "blockerSerial.kif"],
        cwd=project, env=environment, capture_output=True, text=True, timeout=120, check=False,
    )
    said = run.stdout + run.stderr
    assert run.returncode == 0, said
    assert said.count("ok ") == 34, said
