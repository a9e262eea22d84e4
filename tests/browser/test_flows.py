"""What people come to do, done in a real browser."""

import re
from pathlib import Path

import pytest
from django.db import transaction
from playwright.sync_api import BrowserContext, Page, expect

from conference import progress
from conference.models import Conference, ImportRun, Lecture
from conference.progress import Phase
from tests.accounts.mailbox import last_code
from tests.browser.conftest import Site
from tests.browser.desk import waiting_import
from tests.browser.kinds import EVENT, places

pytestmark = pytest.mark.xdist_group("browser flows")

MEMBER = "rea@example.org"
SAME_DOCUMENT = "window.sameDocument === true"


def test_a_registered_person_logs_in_with_the_code_and_lands_inside(page: Page) -> None:
    page.goto(EVENT)
    page.get_by_label("E-mail address").fill(MEMBER)
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").fill(last_code())
    page.get_by_role("button", name="Log in").click()

    expect(page).to_have_url(re.compile(f"{EVENT}$"))
    expect(page.get_by_text(f"Registered as {MEMBER}.")).to_be_visible()
    expect(page.get_by_role("heading", name="Now")).to_be_visible()


def test_login_leads_back_to_the_page_behind_the_gate(page: Page) -> None:
    page.goto(f"{EVENT}schedule/?day=2025-07-30")
    page.get_by_label("E-mail address").fill(MEMBER)
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").fill(last_code().lower())
    page.get_by_role("button", name="Log in").click()

    expect(page).to_have_url(re.compile(r"/schedule/\?day=2025-07-30$"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_wrong_code_is_answered_and_the_right_one_still_works(page: Page) -> None:
    page.goto("/accounts/login/code/")
    page.get_by_label("E-mail address").fill(MEMBER)
    page.get_by_role("button", name="Send me a code").click()
    page.get_by_label("Code").fill("AAAA-AAAA")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_label("Code")).to_have_attribute("aria-invalid", "true")

    page.get_by_label("Code").fill(last_code())
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name="Account")).to_be_visible()


def test_whoever_waits_for_an_import_sees_how_far_it_is(page: Page, site: Site) -> None:
    run = waiting_import(Conference.objects.earliest("pk"), "anthology")
    ImportRun.objects.filter(pk=run.pk).update(state="working")
    site.log_in(page.context, "ada")
    page.goto(f"/admin/conference/importrun/{run.pk}/change/")
    step, bar, count = (
        page.get_by_role("status"),
        page.get_by_role("progressbar"),
        page.locator("[data-count]"),
    )
    expect(step).to_have_text(re.compile("^It was interrupted"))
    with transaction.atomic(), progress.of_import(run.pk):
        progress.tell(Phase.PAGES, 300, 1200)
        expect(count).to_have_text("300 of 1,200")
        expect(bar).to_have_js_property("value", 300)
        expect(bar).to_have_js_property("max", 1200)
        progress.tell(Phase.SIMILAR)
        expect(step).to_have_text("Finding similar lectures")
        expect(count).to_have_text("")
        expect(bar).to_have_js_property("position", -1)  # no part of a whole
    ImportRun.objects.filter(pk=run.pk).update(state="planned")
    expect(page.locator("[data-waits]")).to_have_count(0)
    expect(page.get_by_text("Nothing is written yet.")).to_be_visible()


def test_a_folder_is_sent_with_the_places_of_its_files(page: Page, site: Site, tmp_path: Path) -> None:
    acl = Conference.objects.get(slug="acl-2025")
    lecture = acl.lectures.earliest("pk")
    poster = tmp_path / "posters" / str(lecture.pk) / "mine.png"
    poster.parent.mkdir(parents=True)
    poster.write_bytes(b"\x89PNG\r\n\x1a\n" + b"0" * 50)
    site.log_in(page.context, "olga")
    page.goto(f"/admin/conference/conference/{acl.pk}/files/")
    page.get_by_label("Or a folder").set_input_files(tmp_path / "posters")
    page.get_by_role("button", name="Show what would become of them").click()
    kept = page.get_by_role("region", name="Kept (1)")
    expect(kept.get_by_role("cell", name=f"posters/{lecture.pk}/mine.png")).to_be_visible()
    page.get_by_role("button", name="Give up").click()


def test_too_many_files_are_told_before_they_leave(page: Page, site: Site, tmp_path: Path) -> None:
    for number in range(101):
        (tmp_path / f"{number}.png").write_bytes(b"x")
    site.log_in(page.context, "olga")
    page.goto(f"/admin/conference/conference/{Conference.objects.get(slug='acl-2025').pk}/files/")
    folder = page.get_by_label("Or a folder")
    folder.set_input_files(tmp_path)
    expect(folder).to_have_js_property(
        "validationMessage", "These are more than 100 files: make a ZIP archive of them."
    )
    page.get_by_role("button", name="Show what would become of them").click()
    expect(page.get_by_role("heading", name="Upload files")).to_be_visible()


def test_a_member_opens_a_download(page: Page, site: Site) -> None:
    site.log_in(page.context, "rea")
    page.goto(places()["lecture"])
    line = page.get_by_role("region", name="Downloads").get_by_role("listitem").filter(has_text="PDF").first
    with page.expect_response(re.compile("/materials/")) as waiting:
        line.get_by_role("link").click()
    answer = waiting.value
    assert (answer.status, answer.headers["content-type"]) == (200, "application/pdf")


def test_a_visitor_sees_what_is_locked_and_what_opens_it(page: Page) -> None:
    page.goto(places()["lecture"])
    downloads = page.get_by_role("region", name="Downloads")
    locked = downloads.get_by_role("listitem").filter(has_text="Locked:")
    assert (locked.count(), locked.get_by_role("link").count()) == (1, 0)
    expect(downloads.get_by_role("link", name=re.compile("Log in"))).to_have_count(1)


def test_a_search_from_the_home_page_finds_and_opens_a_lecture(page: Page) -> None:
    title = str(Lecture.objects.filter(conference__slug="acl-2025", title_html__regex=r"^[\w ,:-]+$").first())
    page.goto("/")
    page.get_by_role("searchbox").fill(title)
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name=title, exact=True).first.click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


def test_filters_change_the_page_in_place_and_its_address(page: Page) -> None:
    page.goto("/library/?q=language")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("checkbox", name=re.compile("^Poster")).first.check()
    page.get_by_role("button", name="Apply filters").click()

    expect(page).to_have_url(re.compile(r"[?&]kind=poster"))
    expect(page).to_have_url(re.compile(r"[?&]q=language"))
    expect(page.get_by_role("list", name="Filters in use").get_by_role("listitem")).to_have_count(2)
    assert page.evaluate(SAME_DOCUMENT)

    page.go_back()
    expect(page).to_have_url(re.compile(r"/library/\?q=language$"))
    expect(page.get_by_role("list", name="Filters in use")).to_have_count(0)


def test_a_page_of_results_is_turned_in_place(page: Page) -> None:
    page.goto("/library/")
    page.evaluate("window.sameDocument = true")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?page=2$"))
    expect(page.get_by_role("heading", level=2).and_(page.locator("#found"))).to_be_focused()
    assert page.evaluate(SAME_DOCUMENT)


def test_the_keyboard_alone_reaches_a_lecture(page: Page) -> None:
    page.goto("/library/?q=language")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    first = page.locator(".result h3 a").first
    for _press in range(80):
        page.keyboard.press("Tab")
        if first.evaluate("link => link === document.activeElement"):
            break
    expect(first).to_be_focused()
    assert first.evaluate("link => getComputedStyle(link).outlineStyle") != "none"
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/lecture/"))


def test_the_chosen_colours_hold_on_the_next_page(page: Page) -> None:
    background = "getComputedStyle(document.body).backgroundColor"
    page.goto("/")
    light = page.evaluate(background)
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(background)
    page.goto("/library/")
    assert page.evaluate(background) == dark
    assert page.get_by_role("button", name="Dark").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Light").click()
    assert page.evaluate(background) == light
    assert light != dark


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_without_javascript_the_library_is_searched_filtered_and_turned(page: Page) -> None:
    page.goto("/library/")
    page.get_by_role("link", name="Next", exact=True).click()
    expect(page).to_have_url(re.compile(r"\?page=2$"))
    page.get_by_role("searchbox").fill("language")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"\?q=language$"))
    page.get_by_role("checkbox", name=re.compile("^Poster")).first.check()
    page.get_by_role("button", name="Apply filters").click()
    expect(page).to_have_url(re.compile(r"kind=poster"))
    page.locator(".result h3 a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


@pytest.mark.browser_context_args(viewport={"width": 320, "height": 640})
def test_on_a_phone_the_filters_open_and_close(page: Page) -> None:
    page.goto("/library/")
    poster = page.get_by_role("checkbox", name=re.compile("^Poster")).first
    expect(poster).to_be_hidden()
    page.get_by_role("button", name="Filter", exact=True).click()
    expect(poster).to_be_visible()
    page.keyboard.press("Escape")
    expect(poster).to_be_hidden()


def test_cancelling_a_registration_shuts_the_door_at_the_next_page(
    page: Page, context: BrowserContext, site: Site
) -> None:
    site.log_in(context, "caro")
    page.goto(f"{EVENT}schedule/")
    expect(page.get_by_role("heading", name="Registration cancelled")).to_be_visible()


def test_logging_out_ends_it(page: Page, site: Site) -> None:
    site.log_in(page.context, "rea")
    page.goto("/")
    page.get_by_role("link", name="Log out").click()
    page.get_by_role("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
    page.goto(f"{EVENT}schedule/")
    expect(page.get_by_role("heading", name="Please log in")).to_be_visible()
