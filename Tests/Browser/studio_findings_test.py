"""The studio: what customers would stumble over, and what an edit means for them, each played on the phone with one click."""

import subprocess
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from harness import PROGRAM
from studio import StudioTests

SILENT = "#drawer .findings li[data-code=silent-end]"


class Walks(StudioTests):
    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def make_a_finding(self, browser=None):
        """Who comes tomorrow gets no answer."""
        self.type_over("Tomorrow: done", "Tomorrow: end", browser)
        return self.find("#finding-count", browser)

    def on_the_phone(self, browser=None):
        """The conversation of the finding is on the phone, to its end."""
        self.wait(lambda driver: self.lines(driver)[-3:] == ["tap: Tomorrow", "expect: nothing", "expect: ended"], browser)
        self.told("When will you come?", browser)
        self.wait(lambda driver: [one.text.strip() for one in driver.find_elements("css selector", ".phone .log > li.mine")][-1:] == ["Tomorrow"], browser)
        self.assertFalse((browser or self.browser).find_element("id", "stop").is_displayed())


class FindingTests(Walks):
    def test_an_edit_makes_a_finding_which_is_seen_played_kept_and_corrected(self):
        self.open_studio()
        self.make_a_finding().click()
        said = self.find(SILENT).text
        self.assertIn("Flows/repairs.yaml:26", said)
        self.assertIn("silent-end", said)
        self.assertIn("the customer gets no answer", said)
        if self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            marked = "return [...document.getElementById('editor').shadowRoot.querySelectorAll('[class*=found-]')].map((one) => one.textContent)"
            self.wait(lambda driver: driver.execute_script(marked) == ["day"])
        # The list of problems has none of the compiler.
        self.problems("No problems")
        self.click(f"{SILENT} .play")
        self.on_the_phone()
        self.take_picture("studio-findings")
        # The second click brings the same conversation to the front.
        count = len(self.browser.find_elements("css selector", "#endings .ending"))
        self.browser.find_element("css selector", "#endings .ending:first-child [role=tab]").click()
        self.wait(lambda driver: self.lines() == ["you: Hello"])
        self.click(f"{SILENT} .play")
        self.on_the_phone()
        self.assertEqual(len(self.browser.find_elements("css selector", "#endings .ending")), count)
        # It becomes a test, which passes as long as the flow is as it is.
        self.click(f"{SILENT} button[data-key^=keep]")
        self.on_disk("test: day ends without an answer", "repairs.transcript")
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "2 tests pass")
        result = subprocess.run([PROGRAM, "test", str(self.bot.folder)], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        # Its place leads to the text; once it is corrected, the finding is gone.
        self.click(f"{SILENT} .go")
        self.type_over("Tomorrow: end", "Tomorrow: done")
        self.wait(lambda driver: not driver.find_element("id", "finding-count").is_displayed())
        self.expect_clean()

    def test_a_finding_of_another_device_is_shown_on_that_device(self):
        # It was found on an iPhone, and the page shows the web chat alone.
        self.open_studio()
        self.make_a_finding().click()
        self.browser.find_element("css selector", "#devices input[value=web]").click()
        self.browser.find_element("css selector", "#devices input[value=iphone]").click()
        self.wait(lambda driver: len(driver.find_elements("css selector", ".phone")) == 1)
        self.click(f"{SILENT} .play")
        self.on_the_phone()
        self.assertTrue(self.browser.find_element("css selector", "#devices input[value=iphone]").is_selected())
        self.assertFalse(self.browser.find_element("css selector", "#devices input[value=web]").is_selected())
        self.expect_clean()

    def test_all_of_it_by_keyboard_alone(self):
        self.open_studio()
        self.make_a_finding()
        self.browser.execute_script("document.getElementById('finding-count').focus()")
        self.keys(Keys.ENTER)
        self.find(SILENT)
        # F6 goes from part to part, and Tab into the list.
        self.keys(Keys.F6, Keys.F6, Keys.F6, Keys.F6)
        self.wait(lambda driver: driver.execute_script("return document.activeElement.id") == "drawer-problems")
        label = "return document.activeElement.getAttribute('aria-label') ?? ''"
        for _ in range(5):
            self.keys(Keys.TAB)
            if self.browser.execute_script(label).startswith("Play: "):
                break
        self.assertIn("the customer gets no answer", self.browser.execute_script(label))
        self.keys(Keys.ENTER)
        self.on_the_phone()
        # The focus stays, for the next one.
        self.assertTrue(self.browser.execute_script(label).startswith("Play: "))
        self.expect_clean()

    def test_on_a_telephone_in_german(self):
        self.browser.quit()
        browser = self.browser = self.open_studio(self.open_browser(size=(420, 860), language="de"))
        button = self.make_a_finding()
        self.wait(lambda driver: button.text == "1 Befund")
        button.click()
        self.click(f"{SILENT} .play")
        self.wait(lambda driver: driver.find_element("id", "phones").is_displayed())
        self.on_the_phone()
        for view in ("text", "middle", "phones"):
            browser.find_element("css selector", f".views button[data-view={view}]").click()
            wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0, view)
        self.expect_clean()


class SentenceTests(Walks):
    def test_an_edit_gives_sentences_which_play_with_one_click(self):
        self.open_studio()
        self.browser.find_element("id", "difference-tab").click()
        self.see("as they were when the studio was opened")
        self.wait(lambda driver: "Customers notice no difference." in driver.find_element("id", "sentences").text)
        self.type_over("See you soon!", "Until then!")
        self.wait(lambda driver: "Until then!" in driver.find_element("id", "sentences").text)
        self.click("#sentences li[data-sentence=says] .play")
        self.told("Until then!")
        # What is lost is shown by the flows before.
        self.type_over("Something else: other", "Something else: day")
        self.click("#sentences li[data-sentence=step_lost] .play")
        self.told("What is it?")
        self.take_picture("studio-sentences")
        self.assertIn("(before)", self.browser.find_element("css selector", "#endings [aria-selected=true]").text)
        self.assertFalse(self.browser.find_element("id", "keep").is_displayed())
        # A sentence leads to its step.
        self.click("#sentences li[data-sentence=says] .where")
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.edited[data-step=done]"))
        # What is typed has its own conversation still.
        self.browser.find_element("css selector", "#endings .ending:first-child [role=tab]").click()
        self.wait(lambda driver: driver.find_element("id", "keep").is_displayed())
        self.expect_clean()

    def test_by_keyboard_alone_and_from_the_page_for_publishing(self):
        self.open_studio()
        self.browser.get(self.bot.address + "/studio/publish")
        self.find("#noticed a")
        self.browser.execute_script("document.querySelector('#noticed a').focus()")
        self.keys(Keys.ENTER)
        self.wait(lambda driver: driver.find_elements("css selector", "#studio[aria-busy=false]"))
        self.wait(lambda driver: driver.find_element("id", "difference").is_displayed())
        self.type_over("See you soon!", "Until then!")
        self.wait(lambda driver: driver.find_elements("css selector", "#sentences li[data-sentence=says]"))
        self.keys(Keys.F6)
        self.wait(lambda driver: driver.execute_script("return document.activeElement.id") == "difference-tab")
        label = "return document.activeElement.getAttribute('aria-label') ?? ''"
        for _ in range(8):
            self.keys(Keys.TAB)
            if self.browser.execute_script(label).startswith("Play: "):
                break
        self.assertIn("Until then!", self.browser.execute_script(label))
        self.keys(Keys.ENTER)
        self.told("Until then!")
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()
