"""A real browser: a question is typed, a slider moved, the answer read, the permalink followed, the report downloaded,
the site walked. Skipped, with the reason, where Chromium, its driver or selenium is missing."""

import shutil
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.exhaustive  # the browser alone takes seconds to start
FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--window-size=1300,1000",
)
QUESTION = "n=100x50&rho=0.004&routes=naive&routes=separate"

#: Texts whose contrast with what lies behind them is below 4.5, the least that is called readable.
PALE = """
const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const rgba = (text) => {
  pen.clearRect(0, 0, 1, 1); pen.fillStyle = text; pen.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
};
const light = (c) => [0.2126, 0.7152, 0.0722].reduce((sum, w, i) => sum + w * (c[i] <= 10 ? c[i] / 3294.6 : ((c[i] / 255 + 0.055) / 1.055) ** 2.4), 0);
const behind = (element) => {
  let seen = [255, 255, 255];
  const layers = [];
  for (let e = element; e; e = e.parentElement) layers.unshift(rgba(getComputedStyle(e).backgroundColor));
  for (const layer of layers) seen = seen.map((v, i) => v * (1 - layer[3]) + layer[i] * layer[3]);
  return seen;
};
return [...document.querySelectorAll("body *")].filter((e) => {
  if (e.closest("svg") || !e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) return false;
  const a = light(rgba(getComputedStyle(e).color)), b = light(behind(e));
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) < 4.5;
}).map((e) => e.textContent.slice(0, 40));
"""


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed (the extra browser)")
    from selenium.webdriver.chrome.service import Service

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("no Chromium with its chromedriver on the PATH")
    folder = tmp_path_factory.mktemp("browser")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={folder / 'profile'}"):
        options.add_argument(flag)
    (folder / "downloads").mkdir()
    options.add_experimental_option("prefs", {"download.default_directory": str(folder / "downloads")})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = webdriver.Chrome(options=options, service=Service(driver))
    started.downloads = folder / "downloads"
    started.set_page_load_timeout(60)
    yield started
    started.quit()


@pytest.fixture
def page(browser, server):
    """The browser at a page of the server; afterwards nothing may have been complained about in its console."""
    browser.get_log("browser")
    browser.address = server.address
    yield browser
    said = [
        entry["message"]
        for entry in browser.get_log("browser")
        if entry["level"] == "SEVERE" and "422" not in entry["message"]
    ]
    assert not said, said


def one(browser, selector):
    return browser.find_element("css selector", selector)


def until(seen, seconds=40):
    """Wait until something holds; what it gives."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            found = seen()
            if found:
                return found
        except Exception as error:  # an element that was replaced while it was read
            if type(error).__name__ not in ("StaleElementReferenceException", "NoSuchElementException"):
                raise
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


def number(browser):
    return one(browser, "#answer .figure-number").text


def settled(browser):
    return one(browser, "#answer").get_attribute("aria-busy") == "false" and one(browser, "#state").text.startswith(
        "answered"
    )


def test_a_question_is_typed_and_a_slider_moved(page, replcalc):
    page.get(f"{page.address}/compose?{QUESTION}")
    first = number(page)
    told = replcalc(
        "compose", "--n", "100x50", "--rho", "0.004", "--route", "naive", "--route", "separate", "--format", "json"
    ).json()
    assert first == f"{told['routes']['separate']['quantities']['samples']:,} samples"
    rho = one(page, "#rho")
    rho.clear()
    rho.send_keys("0.1")
    until(lambda: number(page) == "100 samples" and settled(page))
    assert "rho=0.1" in page.current_url and "n=100x50" in page.current_url
    from selenium.webdriver.common.keys import Keys

    slider = one(page, '.slider[data-for="n"][data-part="count"]')
    at = slider.get_attribute("value")
    slider.send_keys(*[Keys.PAGE_UP] * 2)  # by keyboard: two tenths of the way
    until(lambda: slider.get_attribute("value") != at)
    value = one(page, "#n").get_attribute("value")
    size, count = value.split("x")
    assert size == "100" and int(count) > 500, value
    until(lambda: f"--n {value} " in one(page, "#line").get_attribute("textContent") and settled(page))
    assert f"n={value}" in page.current_url


def test_errors_appear_at_the_field_and_go_away(page):
    page.get(f"{page.address}/compose?{QUESTION}")
    rho = one(page, "#rho")
    rho.clear()
    rho.send_keys("7")
    error = until(lambda: one(page, "#rho-error").text)
    assert "0 < value < 1" in error and rho.get_attribute("aria-invalid") == "true"
    rho.clear()
    rho.send_keys("0.1")
    until(lambda: not one(page, "#rho-error").text and number(page) == "100 samples")
    assert rho.get_attribute("aria-invalid") is None


def test_the_permalink_and_the_report(page, read_page):
    page.get(f"{page.address}/compose?{QUESTION}")
    before, link = number(page), one(page, "#permalink").get_attribute("href")
    page.get("about:blank")
    page.get(link)
    assert number(page) == before and one(page, "#rho").get_attribute("value") == "0.004"
    one(page, "#report").click()
    place = page.downloads / "replcalc-compose.html"
    until(place.exists)
    text = until(lambda: place.read_text(encoding="utf-8"))
    assert before.split()[0] in text and not list(read_page(text).iter("script"))
    page.get(place.as_uri())
    assert one(page, "h1").text == before and len(page.find_elements("css selector", "math")) > 10
    place.unlink()


def test_another_plot(page):
    pytest.importorskip("matplotlib")
    seen = "const i = document.querySelector('.plot img'); return i && i.naturalWidth ? i.src : null"
    page.get(f"{page.address}/compose?{QUESTION}")
    assert page.execute_script(seen) is None, "one way alone has no bars"
    for rho, before in (("0.004", None), ("0.1", "bars")):
        page.get(f"{page.address}/compose?{QUESTION.replace('0.004', rho)}")
        first = until(lambda: page.execute_script(seen)) if before else None
        one(page, '.plot [data-plot][href*="/plot/compose/rho.svg"]').click()
        until(lambda: one(page, "#state").text == "drawn")
        assert page.execute_script(seen) not in (None, first)


def test_copying(page):
    page.get(f"{page.address}/compose?{QUESTION}")
    page.execute_script("document.querySelector('.copies details').open = true")
    button = one(page, '[data-copy="line"]')
    button.click()
    until(lambda: one(page, '[data-copy="line"]').text in ("Copied", "Selected"))
    assert one(page, "#line").text == "replcalc compose --n 100x50 --rho 0.004 --route naive --route separate"
    assert one(page, "#python").text.startswith("import replcalc") and '"schema"' in one(page, "#json").text


def test_it_works_without_a_script(page):
    page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        page.get(f"{page.address}/compose?{QUESTION}")
        rho = one(page, "#rho")
        rho.clear()
        rho.send_keys("0.1")
        one(page, "#question button[type=submit]").click()
        until(lambda: "rho=0.1" in page.current_url and number(page) == "100 samples")
        assert not one(page, ".slider").is_displayed(), "what needs the script is not shown"
    finally:
        page.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.mark.parametrize("width", [360, 1300])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_and_in_the_dark(page, width, scheme):
    """Nothing sticks out sideways, letters are told from the paper, what is touched is large enough."""
    page.execute_cdp_cmd(
        "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    )
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500},
    )
    try:
        page.get(f"{page.address}/compose?{QUESTION}")
        assert page.execute_script("return document.documentElement.scrollWidth <= window.innerWidth")
        paper = page.execute_script("return getComputedStyle(document.body).backgroundColor")
        assert (sum(map(int, paper[4:-1].split(","))) > 700) == (scheme == "light")
        assert page.execute_script(PALE) == []
        page.execute_script(
            "document.querySelector('h1').style.color = getComputedStyle(document.body).backgroundColor"
        )
        assert page.execute_script(PALE) == ["Compose"], "the check sees what cannot be read"
        small = page.execute_script(
            "return [...document.querySelectorAll('button, .button, input[type=text], select')].filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 24).length"
        )
        assert small == 0
        promises = page.execute_script(
            "return [...document.querySelectorAll('td[data-of=promise]')].map(e => e.getBoundingClientRect()).map(r => [r.left, r.right, innerWidth])"
        )
        assert promises and all(0 <= left < right <= wide for left, right, wide in promises), (
            "read without scrolling sideways"
        )
        assert one(page, "#brief").is_displayed() == (width < 500), "on a phone the answer is in sight beside the form"
        assert number(page) in one(page, "#brief").get_attribute("textContent")
    finally:
        page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_sliders_of_empty_fields_stand_where_the_assumed_value_is(page):
    page.get(f"{page.address}/compose?{QUESTION}")
    place = "const s = document.querySelector('.slider[data-for={0}]'); return [Number(s.value), s.getAttribute('aria-valuetext'), s.className]"
    value, told, kind = page.execute_script(place.replace("{0}", "rho0"))
    assert (
        told == "0.0001, assumed" and "assumed" in kind and 300 < value < 400
    )  # 1e-4 between 1e-6 and 0.5, in logarithms
    assert page.execute_script(place.replace("{0}", "samples"))[1] == "not given"
    one(page, "#rho0").send_keys("0.01")
    until(lambda: page.execute_script(place.replace("{0}", "rho0"))[1] == "0.01")
    beta0 = one(page, "#beta0")
    beta0.send_keys("1e-9")  # what is assumed of beta follows it
    until(lambda: one(page, "#beta").get_attribute("placeholder") == "1e-7 (assumed)")


def test_a_report_follows_dark_mode(page, replcalc, tmp_path):
    pytest.importorskip("matplotlib")
    place = tmp_path / "answer.html"
    replcalc(
        "compose", "--n", "100,200", "--rho", "0.1", "--route", "naive", "--route", "separate", "--report", str(place)
    )
    for scheme, filtered in (("light", False), ("dark", True)):
        page.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        )
        page.get(place.as_uri())
        drawn = page.execute_script("return getComputedStyle(document.querySelector('figure svg')).filter")
        assert ("invert" in drawn) == filtered
        assert page.execute_script(
            "return document.querySelector('.promise').getBoundingClientRect().bottom < innerHeight / 2"
        ), "above the fold"
    page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def test_by_keyboard(page):
    """From the top, tabbing leads past the link to the content through the calculators to the fields, each with a name."""
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.keys import Keys

    page.get(f"{page.address}/compose?{QUESTION}")
    named = []
    while len(named) < 40 and (not named or named[-1][0] != "rho"):
        ActionChains(page).send_keys(Keys.TAB).perform()
        focused = page.switch_to.active_element
        named.append((focused.get_attribute("id") or focused.tag_name, focused.accessible_name))
    assert named[0][1] == "To the content" and all(name for _, name in named), named
    assert "n" in [who for who, _ in named] and ("rho", "Replicability to promise of the whole ρ --rho") in named


@pytest.fixture(scope="module")
def book(tmp_path_factory):
    from replcalc.output.site.book import Book, checkout
    from replcalc.output.site.pages import site

    place = tmp_path_factory.mktemp("book")
    for name, text in site(Book(checkout())):
        (place / name).write_text(text, encoding="utf-8")
    return place


def test_the_site_is_walked(page, book: Path):
    page.get((book / "index.html").as_uri())
    one(page, 'nav a[href="statements.html"]').click()
    one(page, 'a[href="thm-main.html"]').click()
    assert one(page, "h1").text == "Replicable composition" and page.find_elements("css selector", ".formula math")
    height = page.execute_script("return document.querySelector('.formula math').getBoundingClientRect().height")
    assert height > 30, "a fraction is drawn as one"
    one(page, 'a[href="lm-pg-compose.html"], a[href="alg-main.html"]').click()
    assert "Uses" in [h.text for h in page.find_elements("css selector", "h2")]
    page.get((book / "graph.html").as_uri())
    shown = "return document.getElementById('graph').getAttribute('viewBox')"
    box = page.execute_script(shown)
    one(page, '[data-zoom="in"]').click()
    assert page.execute_script(shown) != box
    one(page, '[data-zoom="fit"]').click()
    seen = "return [...document.querySelectorAll('.node')].filter(e => e.checkVisibility()).map(e => [e.dataset.name, e.querySelector('text').getBoundingClientRect().height])"
    first = dict(page.execute_script(seen))
    assert (
        {"thm:main", "alg:main", "thm:hardness"} <= set(first)
        and "derived:race" not in first
        and min(first.values()) > 9
    ), "it can be read"
    choose = one(page, "#choose")
    choose.clear()
    choose.send_keys("derived:race\n")
    until(lambda: "derived:race" in dict(page.execute_script(seen)))
    assert "thm:main" not in dict(page.execute_script(seen)) and page.current_url.endswith("#derived:race")
    one(page, '[data-zoom="all"]').click()
    until(lambda: len(page.execute_script(seen)) > 100)
    page.get((book / "graph.html").as_uri() + "#lm:azuma")
    until(
        lambda: "lm:azuma" in dict(page.execute_script(seen)) and "derived:race" not in dict(page.execute_script(seen))
    )
    page.get((book / "graph.html").as_uri())
    one(page, '.node[data-name="thm:main"]').click()
    until(lambda: one(page, "h1").text == "Replicable composition")
    page.get((book / "search.html").as_uri() + "?q=azuma")
    until(lambda: "lm:azuma" in one(page, "#results a").text)
    query = one(page, "#query")
    query.clear()
    query.send_keys("perfectly generalizing composition")
    until(lambda: "pages" in one(page, "#found").text and page.find_elements("css selector", "#results mark"))
