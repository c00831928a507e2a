"""The desk, as people of a shop use it, and their customers."""

import re
import struct
import zlib

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from chat import WATCH
from harness import PATIENCE, ROOT, BrowserTests

BIKE_SHOP = ROOT / "Tests/Browser/BikeShop"


class DeskTests(BrowserTests):
    project = BIKE_SHOP

    def open_browser(self, *arguments, size=(1500, 900), **options):
        return super().open_browser(*arguments, size=size, **options)

    @property
    def link(self):
        return re.findall(r"http://\S+/desk#key=[0-9a-f]{32}", self.bot.said())[-1]

    def open_desk(self, browser=None, query=""):
        browser = browser or self.browser
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        browser.get(self.link.replace("/desk#", f"/desk{query}#"))
        self.wait(lambda driver: driver.find_elements("css selector", "#desk[aria-busy=false]"), browser)
        self.assertNotIn("key", browser.current_url)
        return browser

    def wait(self, condition, browser=None):
        browser = browser or self.browser
        try:
            return WebDriverWait(
                browser, PATIENCE, poll_frequency=0.05, ignored_exceptions=[StaleElementReferenceException],
            ).until(condition)
        except TimeoutException as problem:
            self.take_picture(f"failed-{self.id()}", browser)
            shown = browser.execute_script("return document.body.innerText")
            raise AssertionError(f"waited {PATIENCE} seconds; the page shows:\n{shown}") from problem

    def press(self, *keys, browser=None):
        ActionChains(browser or self.browser).send_keys(*keys).perform()

    def shift(self, key):
        ActionChains(self.browser).key_down(Keys.SHIFT).send_keys(key).key_up(Keys.SHIFT).perform()

    def photo(self):
        """A picture on the disk."""
        rows = b"".join(b"\0" + bytes(v for x in range(240) for v in (40 + x // 3, 90 + y // 2, 160)) for y in range(160))

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        path = self.bot.folder / "wheel.png"
        path.write_bytes(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 240, 160, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
        return path

    def waiting(self, browser=None):
        """The conversations of the list, from the top."""
        return (browser or self.browser).execute_script(
            "return [...document.querySelectorAll('#waiting > li')].map((item) => item.innerText)")

    def bubbles(self, browser=None):
        """What was said: who, and the words."""
        return (browser or self.browser).execute_script("""
            return [...document.querySelectorAll('#log > li')].map((item) =>
              [item.className, (item.querySelector('.bubble, .files') ?? item).innerText.trim()])""")

    def said(self, who, words, browser=None):
        self.wait(lambda driver: any(kind.startswith(who) and words in text for kind, text in self.bubbles(driver)), browser)

    def choose(self, number=1, browser=None):
        """Opens a conversation of the list."""
        self.find(f"#waiting > li:nth-child({number}) button", browser).click()
        self.find("#open", browser)

    def focused(self, browser=None):
        return (browser or self.browser).execute_script("return document.activeElement.id || document.activeElement.dataset.id || document.activeElement.className")

    def expect_clean(self, browser=None):
        self.assertEqual((browser or self.browser).execute_script("return window.violations"), [])
        # The page may ask for a conversation in the moment in which it ends.
        self.expect_no_complaints(browser, expected=r"/handovers/\d+ .*status of 404")

    def expect_names(self):
        """Everything that can be focused has a name, and the log and the announcer have their roles."""
        nameless = self.browser.execute_script("""
            return [...document.querySelectorAll('button, a, input, select, textarea, iframe')].filter((one) => one.checkVisibility()
              && !(one.getAttribute('aria-label') || one.textContent.trim() || one.labels?.[0]?.textContent.trim() || one.title))
              .map((one) => one.outerHTML)""")
        self.assertEqual(nameless, [])
        self.assertEqual(self.browser.find_element("id", "log").get_attribute("role"), "log")
        self.assertEqual(self.browser.find_element("id", "announcer").get_attribute("aria-live"), "polite")


class Chat:
    """A customer in the web chat, in the frame beside the desk."""

    def __init__(self, test):
        self.test = test
        test.find("#be-customer").click()
        test.find("#side iframe")

    def __enter__(self):
        browser = self.test.browser
        browser.switch_to.frame(browser.find_element("css selector", "#side iframe"))
        self.test.wait(lambda driver: driver.find_elements("css selector", "#chat[aria-busy=false][data-line=open]"))
        return self

    def __exit__(self, *_):
        self.test.browser.switch_to.default_content()

    def writes(self, text):
        self.test.find("#words").send_keys(text, "\n")

    def attaches(self, path):
        self.test.browser.find_element("id", "files").send_keys(str(path))

    def hears(self, text):
        self.test.wait(lambda driver: driver.execute_script("""
            return [...document.querySelectorAll('#log > li:not(.mine)')].some((item) => item.textContent.includes(arguments[0]))""", text))

    def count(self, text):
        return self.test.browser.execute_script("""
            return [...document.querySelectorAll('#log > li:not(.mine)')].filter((item) => item.textContent.includes(arguments[0])).length""", text)
