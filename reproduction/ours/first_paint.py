"""How soon a browser shows something of the page, and the first people; the system's Chromium, where there is one."""

import shutil
from collections.abc import Sequence
from statistics import median
from typing import Final

CHROMIUM: Final = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS: Final = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking")
_PAINT: Final = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
_NOW: Final = "performance.now()"
_WAIT: Final = 20_000


def first_paint(addresses: Sequence[str]) -> tuple[float, float] | None:
    """Milliseconds until something of a page is painted, and until the first person is shown: medians over addresses.

    Each is opened in a browser that knows nothing from before. None where there is no browser, or no Playwright.
    """
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    if program is None:
        return None
    painted, shown = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_ARGUMENTS))
        try:
            for address in addresses:
                context = browser.new_context(viewport={"width": 1400, "height": 900})
                page = context.new_page()
                page.goto(address)
                page.locator(".card").first.wait_for(timeout=_WAIT)
                shown.append(float(page.evaluate(_NOW)))
                painted.append(float(page.evaluate(_PAINT)))
                context.close()
        finally:
            browser.close()
    return median(painted), median(shown)
