"""The arrows of the architecture: no import runs up, no two files import each other."""

from __future__ import annotations

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "companion"

MAY_IMPORT = {
    "observations": set(),
    "config": set(),
    "referee": set(),
    "boards": set(),
    "table": {"referee", "observations", "boards"},
    "buttons": {"observations"},
    "cards": {"observations"},
    "dashboard": {"table"},
    "virtual": {"observations", "buttons", "cards"},
    "checks": {"config"},
    "service": {"observations", "referee", "table", "buttons", "cards", "dashboard", "virtual", "config"},
    "cli": None,  # stands on top
    "__main__": None,
    "__init__": set(),
}
IMPURE = {
    "time", "random", "threading", "os", "sqlite3", "socket", "subprocess", "pathlib", "io", "secrets",
    "datetime", "asyncio", "multiprocessing", "logging", "uuid",
}  # fmt: skip


def module_name(file: Path) -> str:
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(file: Path) -> set[str]:
    """Every module a file imports, ``from package import module`` resolved to the module."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in MODULES else node.module)
    return found


FILES = sorted(PACKAGE.rglob("*.py"))
MODULES = {module_name(file) for file in FILES}


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


@pytest.mark.parametrize("file", FILES, ids=lambda file: module_name(file))
def test_no_arrow_runs_up(file: Path) -> None:
    here = room(module_name(file))
    assert here in MAY_IMPORT, f"{here} has no floor yet: say in this test what it may import"
    allowed = MAY_IMPORT[here]
    if allowed is None:
        return
    ours = {room(name) for name in imports(file) if name == "companion" or name.startswith("companion.")}
    assert ours - {here} <= allowed


def test_no_two_files_import_each_other() -> None:
    graph = {module_name(file): imports(file) & MODULES - {module_name(file)} for file in FILES}
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"these import each other: {error.args[1]}")


@pytest.mark.parametrize("file", sorted((PACKAGE / "referee").rglob("*.py")), ids=lambda file: file.name)
def test_the_referee_is_pure(file: Path) -> None:
    assert {name.split(".")[0] for name in imports(file)} & IMPURE == set()


@pytest.mark.parametrize("file", FILES, ids=lambda file: module_name(file))
def test_a_file_has_one_subject(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= 400
