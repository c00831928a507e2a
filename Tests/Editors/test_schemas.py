"""The JSON Schemas of `usher schema`, with the validator that others use.

The schemas are valid themselves, the files of the sound projects of the repository are valid in the layout of `usher fmt`, and broken
ones with mistakes of keys are not.
"""

import json
import os
import pathlib
import shutil
import subprocess

import pytest
import yaml
from jsonschema import Draft7Validator

USHER = os.environ["USHER"]
ROOT = pathlib.Path(__file__).resolve().parents[2]
KINDS = ["flow", "bot", "translation", "actions", "services", "settings"]
PROJECTS = [
    ".", "Docs/Examples/Embedding", "Tests/Editors/Project", "Tests/FlowCompilerTests/Correct/bakery",
    "Tests/FlowCompilerTests/Correct/bike-repair-with-calls", "Tests/FlowCompilerTests/Correct/bistro",
    "Tests/FlowCompilerTests/Correct/practice", "Tests/SimulationTests/Fixtures/dentist", "Tests/SimulationTests/Fixtures/vet",
    "Tests/Soak/Project",
] + sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("Sources/CommandLine/ProjectTemplates/Templates/*") if path.is_dir())
BROKEN = ["unknown-key", "missing-key", "unknown-word", "bad-yes-no", "out-of-range"]


class Reader(yaml.SafeLoader):
    """YAML 1.1, with dates as texts, as in JSON."""


Reader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def with_text_keys(value):
    if isinstance(value, dict):
        return {str(key): with_text_keys(below) for key, below in value.items()}
    return [with_text_keys(item) for item in value] if isinstance(value, list) else value


def schema(kind):
    run = subprocess.run([USHER, "schema", kind], capture_output=True, check=True)
    return json.loads(run.stdout)


VALIDATORS = {kind: Draft7Validator(schema(kind)) for kind in KINDS}


def kind_of(path):
    if path.parent.name == "Config":
        return {"actions.yaml": "actions", "services.yaml": "services", "usher.yaml": "settings"}.get(path.name)
    if path.name == "bot.yaml":
        return "bot"
    return "translation" if "." in path.stem else "flow"


def faults(project, folder):
    """The faults of a project's files, laid out in a copy; by file."""
    for part in ("Flows", "Config"):
        if (ROOT / project / part).is_dir():
            shutil.copytree(ROOT / project / part, folder / part)
    if not (folder / "Flows/bot.yaml").exists():
        (folder / "Flows/bot.yaml").write_text("bot: Test\nzone: Europe/Berlin\nstart: broken\n")
    subprocess.run([USHER, "fmt", str(folder)], capture_output=True)
    found = {}
    for path in sorted([*folder.glob("Flows/*.yaml"), *folder.glob("Config/*.yaml")]):
        kind, value = kind_of(path), with_text_keys(yaml.load(path.read_text(), Reader))
        if kind and value is not None:
            found[path.name] = [f"{error.json_path}: {error.message}" for error in VALIDATORS[kind].iter_errors(value)]
    return found


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_valid_itself(kind):
    Draft7Validator.check_schema(schema(kind))


@pytest.mark.parametrize("project", PROJECTS)
def test_a_sound_project_is_valid(project, tmp_path):
    found = faults(project, tmp_path)
    assert found and not any(found.values()), found


@pytest.mark.parametrize("code", BROKEN)
def test_a_project_with_a_mistake_of_a_key_is_not_valid(code, tmp_path):
    assert any(faults(f"Tests/FlowCompilerTests/Broken/{code}", tmp_path).values())
