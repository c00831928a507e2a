"""A server with the studio and the desk, and the accounts of a team."""

import os
import pathlib
import shutil
import subprocess
import tempfile

from selenium.webdriver.common.keys import Keys

from chat import WATCH
from desk import BIKE_SHOP
from harness import PATIENCE, PROGRAM, chromium
from publish_test import KEY, Server
from studio import StudioTests

PASSWORD = "correct horse battery"


class ServedTests(StudioTests):
    """`usher serve` with `studio.enabled`; each test has a server and accounts of its own."""

    @classmethod
    def setUpClass(cls):
        """There is no `usher dev`."""

    def setUp(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="usher-served-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        for name in ("Flows", "Config"):
            if (BIKE_SHOP / name).exists():
                shutil.copytree(BIKE_SHOP / name, folder / name)
        self.server = Server(folder)
        os.environ["USHER_STUDIO_ENABLED"] = "true"
        self.addCleanup(os.environ.pop, "USHER_STUDIO_ENABLED")
        self.server.start()
        self.addCleanup(self.server.stop)
        for name, role in (("ana", "author"), ("ben", "agent"), ("cleo", "operator"), ("dora", "admin")):
            self.usher("accounts", "add", name, "--role", role, stdin=PASSWORD + "\n")

    def usher(self, *arguments, stdin=None):
        environment = {**os.environ, "USHER_STORAGE_KEY": KEY}
        done = subprocess.run(
            [PROGRAM, *arguments], cwd=self.server.folder, env=environment, input=stdin, capture_output=True, text=True,
            timeout=PATIENCE)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def open_page(self, path, size=(1600, 950)):
        """A browser of someone who is not signed in yet."""
        browser = chromium(size=size)
        self.addCleanup(browser.quit)
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        browser.get(self.server.address + path)
        return browser

    def sign_in(self, browser, name, password=PASSWORD):
        field = self.find("#name", browser)
        # The name of who was signed in before stays there.
        field.clear()
        field.send_keys(name, Keys.TAB, password, Keys.ENTER)

    def follow_banner(self, browser):
        """Clicks the link of the banner, which the page may write anew at any moment."""
        self.wait(lambda driver: driver.find_element("css selector", "#banner a").click() is None, browser)

    def open_as(self, name, path):
        """A browser in which someone has come from a page to the form, signed in, and been led back."""
        browser = self.open_page(path)
        self.follow_banner(browser)
        self.sign_in(browser, name)
        self.wait(lambda driver: driver.current_url == self.server.address + path, browser)
        return browser

    def studio_of(self, name):
        browser = self.open_as(name, "/studio")
        self.wait(lambda driver: driver.find_elements("css selector", "#studio[aria-busy=false]"), browser)
        self.wait(lambda driver: driver.find_elements("css selector", ".phone .log > li.theirs"), browser)
        return browser

    def expect_clean(self, browser, expected=r"status of 401"):
        self.assertEqual(browser.execute_script("return window.violations"), [])
        self.expect_no_complaints(browser, expected)
