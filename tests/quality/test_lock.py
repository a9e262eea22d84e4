import re
import tomllib
from importlib.metadata import distributions

import pytest

from tests.quality.test_tools import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins() -> dict[str, str]:
    return dict(pin.split("==") for pin in PYPROJECT["tool"]["uv"]["constraint-dependencies"])


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_installed_package_is_pinned_to_its_version() -> None:
    written = pins()
    installed = {normal(found.name): found.version for found in distributions()}
    assert len(installed) > 60
    assert {name: version for name, version in installed.items() if written.get(name) != version} == {}


@pytest.mark.parametrize(
    ("name", "extra"), [("requirements.txt", set()), ("requirements-s3.txt", {"django-storages", "boto3"})]
)
def test_production_installs_the_same_versions_with_hashes(name: str, extra: set[str]) -> None:
    lines = (ROOT / name).read_text().splitlines()
    required = dict(re.findall(r"^([\w.-]+)==([^ ;]+)", "\n".join(lines), re.MULTILINE))
    written = pins()
    assert len(required) > 20
    assert {"django-storages", "boto3"} & required.keys() == extra
    assert {name: version for name, version in required.items() if written[normal(name)] != version} == {}
    assert sum("--hash=sha256:" in line for line in lines) >= len(required)


def test_every_dependency_says_what_it_is_for() -> None:
    text = (ROOT / "pyproject.toml").read_text()
    block = text.split("dependencies = [\n")[1].split("]\n")[0]
    lines = block.strip().splitlines()
    assert len(lines) == len(PYPROJECT["project"]["dependencies"])
    assert [line for line in lines if " # " not in line] == []
