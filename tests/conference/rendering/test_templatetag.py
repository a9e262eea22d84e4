from django.template import Context, Template


def test_stored_html_is_shown_as_it_is_and_nothing_as_nothing() -> None:
    template = Template("{% load rendering %}[{{ html|rendered }}]")
    assert template.render(Context({"html": "<p>x</p>"})) == "[<p>x</p>]"
    assert template.render(Context({"html": None})) == "[]"
