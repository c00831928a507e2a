"""The studio by keyboard: what has the focus keeps it while the page around it is drawn again."""

import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from studio import StudioTests


class FocusTests(StudioTests):
    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def focus(self, selector, words=""):
        self.assertTrue(self.browser.execute_script("""
            const found = [...document.querySelectorAll(arguments[0])].find((one) => one.textContent.includes(arguments[1]));
            found?.focus();
            return found === document.activeElement""", selector, words), f"{selector} takes the focus")

    def focused(self, attribute):
        return self.browser.execute_script("return document.activeElement.getAttribute(arguments[0])", attribute)

    def focused_words(self):
        return self.browser.execute_script("return document.activeElement.textContent")

    def change(self, old, new, before=""):
        """Changes the file as another editor does, `before` being a line before the words, and waits until the map shows it."""
        text = self.file().read_text()
        self.assertIn(old, text)
        self.file().write_text(text.replace(f"    {old}", f"{before}    {new}"))
        self.wait(lambda driver: driver.execute_script(
            "return document.querySelector('#map [data-step=brakes]').getAttribute('aria-label').includes(arguments[0])", new.removeprefix("say: ")))

    def marks(self, step):
        return set(self.browser.find_element("css selector", f"#map [data-step={step}]").get_attribute("class").split()) & {"chosen", "edited"}

    def test_a_map_that_is_drawn_again_keeps_the_focus_and_what_was_chosen(self):
        self.open_studio()
        self.focus("#map [data-step=day]")
        self.change("say: That takes an hour.", "say: That takes two hours.")
        self.assertEqual(self.focused("data-step"), "day")
        self.keys(Keys.ENTER)
        self.wait(lambda driver: self.marks("day") == {"chosen", "edited"})
        # Lines above it come and go, and another editor writes them.
        self.change("say: That takes two hours.", "say: That takes three hours.", before="    # A guess.\n")
        # The map may know of the lines before the text does.
        self.wait(lambda driver: self.marks("day") == {"chosen", "edited"})
        self.assertEqual(self.browser.find_element("id", "start-here").text, "Start at “day”")
        self.expect_clean()

    def test_a_map_of_another_flow_has_nothing_chosen_by_the_name_of_a_step(self):
        self.file("visit.yaml").write_text("flow: visit\nstart: other\n\nsteps:\n  other:\n    say: When?\n    then: day\n\n  day:\n    say: Soon.\n    then: end\n")
        self.addCleanup(self.file("visit.yaml").unlink)
        self.open_studio()
        self.focus("#map [data-step=day]")
        self.keys(Keys.ENTER)
        self.wait(lambda driver: driver.find_element("id", "start-here").is_displayed())
        self.browser.find_element("css selector", "#file option[value='Flows/visit.yaml']").click()
        self.map_of("visit")
        self.assertEqual(self.marks("day"), set())
        self.assertFalse(self.browser.find_element("id", "start-here").is_displayed())

    def test_time_passes_by_one_key(self):
        self.open_studio()
        self.focus("#clock button", "+10 minutes")
        for count in (1, 2):
            self.keys(Keys.ENTER)
            self.wait(lambda driver: len([line for line in self.lines(driver) if line.startswith("wait")]) == count)
            self.assertEqual(self.focused_words(), "+10 minutes")
        self.expect_clean()

    def test_a_line_to_which_a_conversation_is_rewound_keeps_the_focus(self):
        self.open_studio()
        self.tap("Brakes")
        self.told("When will you come?")
        self.focus("#thread button", "you: Hello")
        self.keys(Keys.ENTER)
        self.wait(lambda driver: driver.find_elements("css selector", "#thread li.after"))
        self.assertEqual(self.focused_words(), "you: Hello")
        # The next key goes on from there.
        self.keys(Keys.TAB, Keys.ENTER)
        self.wait(lambda driver: not driver.find_elements("css selector", "#thread li.after"))
        self.assertEqual(self.focused_words(), "tap: Brakes")
        self.expect_clean()

    def test_a_list_of_tests_keeps_the_focus_when_they_have_run_again(self):
        self.open_studio()
        self.browser.find_element("id", "tests-tab").click()
        self.find("#tests li.passed button")
        self.focus("#tests li button", "brakes today")
        self.file().write_text(self.file().read_text().replace("That takes an hour.", "That takes two hours."))
        self.find("#tests li.failed button")
        self.assertEqual(self.focused_words(), "brakes today")
        # What is gone leaves its place to what stands there now.
        self.focus("#tests .update")
        self.keys(Keys.ENTER)
        self.find("#tests li.passed button")
        self.assertTrue(self.browser.execute_script("return document.getElementById('tests').contains(document.activeElement)"))
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()
