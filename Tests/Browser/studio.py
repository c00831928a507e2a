"""The studio, as an author uses it."""

import pathlib
import re

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from chat import WATCH
from harness import PATIENCE, ROOT, BrowserTests, until

WORKSHOP = ROOT / "Tests/Browser/Workshop"


class StudioTests(BrowserTests):
    project = WORKSHOP

    def setUp(self):
        # Each test begins with the files as they are, and without drafts.
        for file in (WORKSHOP / "Flows").iterdir():
            (self.bot.folder / "Flows" / file.name).write_bytes(file.read_bytes())
        for draft in (self.bot.folder / ".usher/drafts").rglob("*.*"):
            draft.unlink()
        super().setUp()

    def open_browser(self, *arguments, size=(1600, 950), **options):
        return super().open_browser(*arguments, size=size, **options)

    @property
    def link(self):
        return re.findall(r"http://\S+/studio#key=[0-9a-f]{32}", self.bot.said())[-1]

    def file(self, name="repairs.yaml"):
        return pathlib.Path(self.bot.folder / "Flows" / name)

    def wait(self, condition, browser=None):
        browser = browser or self.browser
        try:
            return WebDriverWait(
                browser, PATIENCE, poll_frequency=0.05, ignored_exceptions=[StaleElementReferenceException],
            ).until(condition)
        except TimeoutException as problem:
            self.take_picture(f"failed-{self.id()}", browser)
            raise AssertionError(
                f"waited {PATIENCE} seconds; the page shows:\n{browser.execute_script('return document.body.innerText')}\n"
                f"{self.text(browser)}") from problem

    def open_studio(self, browser=None, flow="Flows/repairs.yaml"):
        browser = browser or self.browser
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        browser.get(self.link)
        self.wait(lambda driver: driver.find_elements("css selector", "#studio[aria-busy=false]"), browser)
        self.wait(lambda driver: driver.find_elements("css selector", ".phone .log > li.theirs"), browser)
        self.wait(lambda driver: driver.execute_script("return document.getElementById('file').value") == flow, browser)
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box[data-step]"), browser)
        return browser

    # The text, in the editor's shadow root or in the plain field.

    def text(self, browser=None):
        return (browser or self.browser).execute_script("""
            const plain = document.getElementById('plain');
            if (plain) return plain.value;
            const lines = document.getElementById('editor').shadowRoot?.querySelectorAll('.cm-line') ?? [];
            return [...lines].map((line) => line.textContent).join('\\n');""")

    def type_over(self, old, new, browser=None):
        """Finds words of the text, as `Ctrl+F` does, and types others in their place."""
        browser = browser or self.browser
        is_plain = browser.execute_script("""
            const plain = document.getElementById('plain');
            if (!plain) { document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus(); return false; }
            const at = plain.value.indexOf(arguments[0]);
            plain.focus();
            plain.setSelectionRange(at, at + arguments[0].length);
            return true;""", old)
        if not is_plain:
            self.chord("f", browser)
            self.wait(lambda driver: driver.execute_script(
                "return document.getElementById('editor').shadowRoot.activeElement?.name === 'search'"), browser)
            ActionChains(browser).send_keys(old, Keys.ENTER, Keys.ESCAPE).perform()
            self.wait(lambda driver: driver.execute_script("""
                const root = document.getElementById('editor').shadowRoot;
                return root.activeElement?.matches('.cm-content') && root.getSelection().toString() === arguments[0];""", old), browser)
        ActionChains(browser).send_keys(new).perform()
        self.wait(lambda driver: new in self.text(driver), browser)

    def chord(self, key, browser=None):
        ActionChains(browser or self.browser).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    # The phone.

    def bubbles(self, browser=None):
        return (browser or self.browser).execute_script(
            "return [...document.querySelectorAll('.phone:first-child .log > li')].map((item) => item.innerText.trim())")

    def told(self, words, browser=None):
        return self.wait(lambda driver: any(words in bubble for bubble in self.bubbles(driver)), browser)

    def offer(self, label, browser=None):
        """Presses one of the buttons under the phone."""
        def press(driver):
            found = [one for one in driver.find_elements("css selector", "#offers button") if one.text.split("\n")[0] == label]
            if found:
                found[0].click()
            return found
        self.wait(press, browser)

    def tap(self, label, browser=None):
        """Taps an answer in the bubble itself."""
        def press(driver):
            button = driver.execute_script("""
                const found = [...document.querySelectorAll('.phone li[data-open] :is(button.choice, label.choice)')].find((one) =>
                  (one.querySelector('.words')?.firstChild ?? one).textContent.trim() === arguments[0]);
                found?.scrollIntoView({ block: 'center' });
                return found ?? null""", label)
            if button:
                button.click()
            return button
        self.wait(press, browser)

    def lines(self, browser=None):
        return (browser or self.browser).execute_script(
            "return [...document.querySelectorAll('#thread li')].map((item) => item.innerText.trim())")

    def problems(self, words, browser=None):
        self.wait(lambda driver: driver.find_element("id", "problem-count").text == words, browser)

    def map_of(self, flow):
        self.wait(lambda driver: driver.find_elements("css selector", f"#map svg[aria-label='Map of {flow}']"))

    def saved(self, browser=None):
        self.wait(lambda driver: driver.find_element("id", "saved").text == "Saved", browser)

    def kept(self, browser=None):
        self.wait(lambda driver: driver.find_element("id", "saved").text == "Draft kept", browser)

    def on_disk(self, words, name="repairs.yaml"):
        until(lambda: self.file(name).exists() and words in self.file(name).read_text(), f"{words} is saved")

    def expect_clean(self, browser=None):
        self.assertEqual((browser or self.browser).execute_script("return window.violations"), [])
        self.expect_no_complaints(browser)
