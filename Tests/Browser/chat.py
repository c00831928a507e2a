"""The chat page, as somebody uses it."""

import os
import pathlib

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from harness import ROOT, BrowserTests

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

    def told(self, text, browser=None):
        """The message of somebody else with this text, once it is there."""
        def look(driver):
            found = [item for item in driver.find_elements("css selector", "#log > li:not(.mine)") if text in item.text]
            return found[-1] if found else None
        return self.wait(look, browser)

    def last(self, selector, browser=None):
        """The newest of these that can be used, in sight."""
        def look(driver):
            found = [each for each in driver.find_elements("css selector", selector)
                     if each.is_displayed() and each.is_enabled()]
            return found[-1] if found else None
        element = self.wait(look, browser)
        self.show(element, browser)
        return element

    def show(self, element, browser=None):
        (browser or self.browser).execute_script("arguments[0].scrollIntoView({block: 'center'})", element)

    def tap(self, label, browser=None):
        """Presses the newest button with this label."""
        def look(driver):
            buttons = driver.find_elements("css selector", "#log button, #log label.choice")
            found = [each for each in buttons if each.is_displayed() and each.is_enabled()
                     and each.text.split("\n")[0].strip() == label]
            return found[-1] if found else None
        button = self.wait(look, browser)
        self.show(button, browser)
        button.click()

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
        element = self.last_of(selector, browser)
        self.show(element, browser)
        if folder := os.environ.get("PICTURES"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            element.screenshot(str(pathlib.Path(folder) / f"{name}.png"))

    def last_of(self, selector, browser=None):
        return self.wait(lambda driver: (driver.find_elements("css selector", selector) or [None])[-1], browser)
