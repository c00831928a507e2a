"""The chat page, as somebody uses it."""

import os
import pathlib

from selenium.common.exceptions import StaleElementReferenceException, TimeoutException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from harness import PATIENCE, ROOT, BrowserTests

GALLERY = ROOT / "Tests/Browser/Gallery"
EXAMPLES = ROOT / "Tests/SimulationTests/Fixtures"

# What the policy of the page has kept from happening.
WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""


class ChatTests(BrowserTests):
    project = GALLERY

    def open_chat(self, browser=None, query=""):
        browser = browser or self.browser
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        browser.get(self.bot.address + "/chat" + query)
        self.wait_for_line(browser)
        return browser

    def wait_for_line(self, browser=None):
        self.wait(lambda driver: driver.find_elements("css selector", "#chat[aria-busy=false][data-line=open]"), browser)

    def write(self, text, browser=None):
        self.find("#words", browser).send_keys(text, Keys.ENTER)

    def all(self, selector, browser=None):
        return (browser or self.browser).find_elements("css selector", selector)

    def wait(self, condition, browser=None):
        """What `condition` answers, once that is something; what a newer message has replaced is looked for again."""
        browser = browser or self.browser
        try:
            return WebDriverWait(
                browser, PATIENCE, poll_frequency=0.05, ignored_exceptions=[StaleElementReferenceException],
            ).until(condition)
        except TimeoutException as problem:
            self.take_picture(f"failed-{self.id()}", browser)
            log = browser.execute_script("return document.getElementById('log')?.innerText ?? document.body.innerText")
            raise AssertionError(f"waited {PATIENCE} seconds; the page shows:\n{log}") from problem

    def told(self, text, browser=None):
        """The message of somebody else with this text, once it is there."""
        return self.wait(lambda driver: driver.execute_script("""
            return [...document.querySelectorAll('#log > li:not(.mine)')]
              .findLast((item) => item.textContent.includes(arguments[0])) ?? null""", text), browser)

    def last(self, selector, browser=None):
        """The newest of these that can be used, in sight."""
        return self.wait(lambda driver: driver.execute_script("""
            const found = [...document.querySelectorAll(arguments[0])]
              .findLast((one) => one.checkVisibility() && !one.matches(':disabled'));
            found?.scrollIntoView({ block: 'center' });
            return found ?? null""", selector), browser)

    def last_of(self, selector, browser=None):
        """The newest of these."""
        return self.wait(lambda driver: (driver.find_elements("css selector", selector) or [None])[-1], browser)

    def show(self, element, browser=None):
        (browser or self.browser).execute_script("arguments[0].scrollIntoView({block: 'center'})", element)

    def tap(self, label, browser=None):
        """Presses the newest button with this label."""
        def press(driver):
            button = driver.execute_script("""
                const found = [...document.querySelectorAll('#log button, #log label.choice')].findLast((one) =>
                  one.checkVisibility() && !one.matches(':disabled, :has(:disabled)')
                  && (one.querySelector('.words')?.firstChild ?? one).textContent.trim() === arguments[0]);
                found?.scrollIntoView({ block: 'center' });
                return found ?? null""", label)
            if button:
                button.click()
            return button
        self.wait(press, browser)

    def press(self, *keys, browser=None):
        actions = ActionChains(browser or self.browser)
        actions.send_keys(*keys).perform()

    def expect_clean(self, browser=None):
        """No script of a message ran, and the page tried nothing that it may not do."""
        browser = browser or self.browser
        self.assertIsNone(browser.execute_script("return window.hit ?? null"))
        self.assertEqual(browser.execute_script("return window.violations"), [])
        self.expect_no_complaints(browser)

    def picture_of(self, name, selector, browser=None):
        """A picture of the newest message of a kind, by itself."""
        if folder := os.environ.get("PICTURES"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)

            def take(_):
                element = self.last_of(selector, browser)
                self.show(element, browser)
                return element.screenshot(str(pathlib.Path(folder) / f"{name}.png"))
            self.wait(take, browser)
