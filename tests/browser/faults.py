"""What a browser complains of while it shows a page."""

from playwright.sync_api import ConsoleMessage, Page, Response

REFUSED = "Failed to load resource"  # said of every answer from 400 on; whether it may be so is told by what was asked for


def faults_of(page: Page) -> list[str]:
    """Fills while the page is used: errors of scripts, of the policy, of anything but the page itself, and other hosts."""
    faults: list[str] = []

    def said(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(REFUSED):
            faults.append(f"{message.type}: {message.text}")

    def answered(response: Response) -> None:
        if response.status >= 400 and response.request.resource_type != "document":
            faults.append(f"{response.status}: {response.url}")

    page.on("console", said)
    page.on("response", answered)
    page.on("pageerror", lambda error: faults.append(f"exception: {error}"))
    page.on("requestfailed", lambda request: faults.append(f"failed: {request.url} {request.failure}"))
    return faults
