"""What holds for every template."""

import re
from pathlib import Path

import pytest
from django.template import Context, Engine
from django.template.loader import get_template

ROOT = Path(__file__).resolve().parents[2] / "templates"
TEMPLATES = sorted(
    str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.suffix in {".html", ".txt"}
)
PAGES = [
    name for name in TEMPLATES if name.endswith(".html") and not name.startswith(("mail/", "account/email/"))
]
WITHOUT_CONTEXT = ("500.html", "503.html", "403_csrf.html")


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_compiles(name: str) -> None:
    get_template(name)


def test_templates_are_looked_at() -> None:
    assert len(PAGES) > 60


@pytest.mark.parametrize("name", PAGES)
def test_page_needs_no_exception_from_the_content_security_policy(name: str) -> None:
    source = (ROOT / name).read_text()
    inline = r"""\sstyle=|<style|\son\w+=["']|javascript:|<script(?![^>]*\ssrc=)"""
    assert re.findall(inline, source) == []


@pytest.mark.parametrize("name", PAGES)
def test_page_says_its_safe_text_by_the_renderer_only(name: str) -> None:
    assert re.findall(r"\|safe\b|autoescape off", (ROOT / name).read_text()) == []


@pytest.mark.parametrize("name", [name for name in PAGES if name.startswith(("components/", "layouts/"))])
def test_component_says_what_it_takes(name: str) -> None:
    source = (ROOT / name).read_text()
    assert re.search(r"\{% comment %\}|\{#", source)


@pytest.mark.parametrize("name", WITHOUT_CONTEXT)
def test_page_of_a_broken_site_needs_no_context(name: str) -> None:
    page = get_template(name).template.render(Context())  # type: ignore[attr-defined]
    assert re.findall(r"<h1>(.+)</h1>", page) != []
    assert page.count("css/posterhall.css") == 1


def test_a_title_is_said_once_for_the_page_and_once_for_its_card() -> None:
    child = Engine.get_default().from_string(
        "{% extends 'base.html' %}{% block title %}{{ title }}{% endblock %}"
        "{% block masthead %}{% endblock %}{% block messages %}{% endblock %}{% block foot %}{% endblock %}"
    )
    page = child.render(Context({"title": 'Say "A & B" <b>'}))
    said = "Say &quot;A &amp; B&quot; &lt;b&gt;"
    assert re.findall(r"<title>(.*)</title>", page) == [f"{said} · Posterhall"]
    assert re.findall(r'<meta property="og:title" content="(.*)">', page) == [said]
    assert "og:description" not in page
