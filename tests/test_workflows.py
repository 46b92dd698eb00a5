"""The workflows for a public host call only what exists: they run only there, where mistakes show late."""

import re
import shlex
import tomllib

import pytest
from conftest import ROOT

yaml = pytest.importorskip("yaml", reason="PyYAML is not installed (mkdocs and dask bring it)")

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
ACTIONS = {
    "actions/checkout",
    "actions/setup-python",
    "actions/upload-pages-artifact",
    "actions/deploy-pages",
}
MODULES = {"mkdocs": "mkdocs-material", "pip": "", "logicsweep": ""}
"""The modules that steps start, and the requirement of an extra that brings each."""


@pytest.fixture(params=WORKFLOWS, ids=lambda path: path.name)
def workflow(request):
    return yaml.safe_load(request.param.read_text())


def steps(workflow, key):
    return [step[key] for job in workflow["jobs"].values() for step in job["steps"] if key in step]


def test_the_gate_runs_on_pushes_and_pull_requests_before_the_docs_are_published():
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "gate.yml").read_text())
    assert {*workflow[True]} == {"push", "pull_request"}  # in YAML 1.1 `on` is true
    gate, docs = workflow["jobs"]["gate"], workflow["jobs"]["docs"]
    assert gate["steps"][-1] == {"run": ".ci/run"}
    assert docs["needs"] == "gate" and docs["if"] == "github.event_name == 'push'"
    assert docs["permissions"].items() >= {"pages": "write", "id-token": "write"}.items()
    site = next(step["with"]["path"] for step in docs["steps"] if "pages-artifact" in step.get("uses", ""))
    runs = [step["run"] for step in docs["steps"] if "run" in step]
    built = [at for at, run in enumerate(runs) if run.endswith(f"--site-dir {site}")]  # it empties the folder
    [put] = [at for at, run in enumerate(runs) if f" live --export {site}/" in run]
    assert built and built[0] < put
    beside = runs[put].rpartition("/")[2]
    assert not (ROOT / "docs" / beside).exists() and not (ROOT / "docs" / f"{beside}.md").exists()


def test_every_step_starts_what_exists(workflow):
    for job in workflow["jobs"].values():
        assert job.get("needs", "gate") in workflow["jobs"] and job["runs-on"] and job["steps"]
    for used in steps(workflow, "uses"):
        assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", used) and used.partition("@")[0] in ACTIONS
    for run in steps(workflow, "run"):
        program, *words = shlex.split(run)
        if program != "python":
            file = ROOT / program
            assert file.is_file() and file.stat().st_mode & 0o100, f"{program} is no program of the project"
            continue
        assert words[0] == "-m" and words[1] in MODULES
        extras = [*PROJECT["optional-dependencies"]]
        for extra in re.findall(r"\.\[(\w+)\]", run):
            assert extra in extras
    docs = " ".join(PROJECT["optional-dependencies"]["docs"])
    assert all(package in docs for package in MODULES.values())


def test_the_gate_has_each_python_that_the_metadata_name(workflow):
    named = {one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)}
    versions = [
        step["python-version"].split() for step in steps(workflow, "with") if "python-version" in step
    ]
    assert {*versions[0]} == named and all({*one} <= named for one in versions)


def test_the_metadata_name_a_project_page_only_if_there_is_one():
    site = re.findall(r"(?m)^site_url: (\S+)", (ROOT / "mkdocs.yml").read_text())
    assert [address for name, address in PROJECT.get("urls", {}).items() if name == "Documentation"] == site
    assert {*PROJECT.get("urls", {})} <= {"Homepage", "Documentation", "Source", "Issues"}
