"""Writes the exact version of every package, transitive and development ones too.

    uv run tools/lock.py              after a dependency was added or removed
    uv run tools/lock.py --upgrade    to take the newest versions that pyproject.toml allows

They go to `[tool.uv] constraint-dependencies` of pyproject.toml, the one place where they bind `uv run`, and hashed to requirements.txt
for production; requirements-s3.txt is the same with files in a bucket. uv.lock would name the registry it was made with, and stays out
of the repository.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = ROOT / "pyproject.toml"
BLOCK = re.compile(r"^constraint-dependencies = \[.*?^\]\n", re.MULTILINE | re.DOTALL)


def write_constraints(pins: list[str]) -> None:
    lines = "".join(f'    "{pin}",\n' for pin in pins)
    block = f"constraint-dependencies = [ # written by tools/lock.py\n{lines}]\n" if pins else ""
    text = BLOCK.sub("", PYPROJECT.read_text())
    PYPROJECT.write_text(text.replace("[tool.uv]\n", f"[tool.uv]\n{block}", 1))


def locked() -> list[str]:
    packages = tomllib.loads((ROOT / "uv.lock").read_text())["package"]
    return sorted(
        f"{package['name']}=={package['version']}" for package in packages if "registry" in package["source"]
    )


def uv(*arguments: str) -> str:
    command = ["uv", "--quiet", *arguments]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


def write_requirements(name: str, *more: str) -> None:
    hashed = uv("export", "--frozen", "--no-default-groups", "--no-emit-project", "--no-header", *more)
    head = f"# Written by tools/lock.py. Install with: pip install -r {name}\n"
    (ROOT / name).write_text(head + hashed)


def main() -> None:
    if sys.argv[1:] == ["--upgrade"]:
        write_constraints([])
    uv("lock", *sys.argv[1:])
    write_constraints(locked())
    uv("lock")
    write_requirements("requirements.txt")
    write_requirements("requirements-s3.txt", "--extra", "s3")


if __name__ == "__main__":
    main()
