"""The studio: mistakes, rewinding, tests, files that others change, and a server that dies."""

import json
import signal
import subprocess
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from harness import PROGRAM, until
from studio import StudioTests


class WritingTests(StudioTests):
    def test_a_mistake_is_seen_and_cured_with_one_key_and_the_phone_goes_on(self):
        self.open_studio()
        self.tap("Puncture")
        self.told("That takes 20 minutes.")
        self.problems("No problems")
        self.type_over("Puncture: puncture", "Puncture: puncure")
        self.problems("1 problem")
        self.wait(lambda driver: "1 error" in driver.find_element("id", "played").text)
        # The last flows without errors are on the phone, and nothing is saved.
        self.told("That takes 20 minutes.")
        self.assertNotIn("puncure", self.file().read_text())
        self.take_picture("studio-mistake")
        self.chord(".")
        self.problems("No problems")
        self.wait(lambda driver: "Puncture: puncture" in self.text())
        self.type_over("20 minutes", "half an hour")
        self.told("That takes half an hour.")
        self.on_disk("half an hour")
        self.saved()
        self.take_picture("studio")
        self.expect_clean()

    def test_words_are_completed(self):
        self.open_studio()
        if not self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.skipTest("the program was built without the editor")
        self.type_over("Brakes: brakes", "Brakes: ")
        self.chord(" ")
        found = self.wait(lambda driver: driver.execute_script("""
            return [...document.getElementById('editor').shadowRoot.querySelectorAll('.cm-tooltip-autocomplete li')].map((item) => item.textContent)"""))
        self.assertTrue(any("puncture" in one for one in found), found)
        self.expect_clean()

    def test_what_is_typed_stays_as_it_is_when_completions_are_offered(self):
        self.open_studio()
        if not self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.skipTest("the program was built without the editor")

        def offered():
            return self.browser.execute_script("""
                return [...document.getElementById('editor').shadowRoot.querySelectorAll('.cm-tooltip-autocomplete li')].map((item) => item.textContent)""")

        def rested():
            """The editor takes no Enter for what it has offered in the last moment."""
            began = self.browser.execute_script("return performance.now()")
            self.wait(lambda driver: driver.execute_script("return performance.now()") > began + 150)

        # `bra` is a step that is still to be written; `brakes` is offered for it, and Enter ends the line.
        self.type_over("Puncture: puncture", "Puncture: ")
        ActionChains(self.browser).send_keys("bra").perform()
        self.wait(lambda driver: any("brakes" in one for one in offered()))
        rested()
        ActionChains(self.browser).send_keys(Keys.ENTER).perform()
        self.wait(lambda driver: not offered())
        self.assertIn("Puncture: bra\n", self.text())
        # An arrow goes into the list, and Enter takes what is chosen there.
        self.type_over("Something else: other", "Something else: ")
        ActionChains(self.browser).send_keys("brak").perform()
        self.wait(lambda driver: any("brakes" in one for one in offered()))
        rested()
        ActionChains(self.browser).send_keys(Keys.ARROW_DOWN, Keys.ENTER).perform()
        self.wait(lambda driver: "Something else: brakes\n" in self.text())
        self.expect_clean()

    def test_the_map_follows_the_phone_and_the_text(self):
        self.open_studio()
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.here[data-step=welcome]"))
        self.tap("Brakes")
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.here[data-step=day]"))
        self.assertTrue(self.browser.find_elements("css selector", "#map .route.passed"))
        self.browser.execute_script("document.querySelector('#map [data-step=done]').focus()")
        ActionChains(self.browser).send_keys(Keys.ENTER).perform()
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.edited[data-step=done]"))
        self.browser.find_element("id", "start-here").click()
        self.told("See you soon!")
        self.expect_clean()

    def test_several_phones_take_the_same_taps(self):
        self.open_studio()
        for device in ("web", "text-only"):
            self.browser.find_element("css selector", f"#devices input[value={device}]").click()
        self.wait(lambda driver: len(driver.find_elements("css selector", ".phone")) == 3)
        self.tap("Puncture")
        self.wait(lambda driver: all(
            "That takes 20 minutes." in one.text for one in driver.find_elements("css selector", ".phone")))
        self.take_picture("studio-phones")
        self.expect_clean()

    def test_the_key_is_needed_and_what_is_typed_stays(self):
        self.browser.get(self.bot.address + "/")
        self.wait(lambda driver: "usher dev" in driver.find_element("id", "banner").text)
        self.assertTrue(self.browser.current_url.endswith("/studio"))
        # The link opens it in the same window, and the key does not stay in the address.
        self.open_studio()
        self.assertNotIn("key", self.browser.current_url)
        self.assertEqual(self.browser.execute_script("return document.cookie + localStorage.length + sessionStorage.length"), "00")


class ThreadTests(StudioTests):
    def test_rewind_another_ending_and_a_test_that_passes(self):
        self.open_studio()
        self.tap("Puncture")
        self.offer("Today")
        self.told("See you soon!")
        self.assertEqual(self.lines(), ["you: Hello", "tap: Puncture", "tap: Today"])
        self.browser.find_element("css selector", "#thread li:nth-child(1) button").click()
        self.wait(lambda driver: not any("20 minutes" in one for one in self.bubbles()))
        self.tap("Brakes")
        self.told("That takes an hour.")
        self.assertEqual(len(self.browser.find_elements("css selector", "#endings .ending")), 2)
        self.wait(lambda driver: self.lines()[-1] == "tap: Brakes")
        self.browser.find_element("id", "keep").click()
        ActionChains(self.browser).send_keys("the brakes squeak", Keys.ENTER).perform()
        self.on_disk("test: the brakes squeak", "repairs.transcript")
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "2 tests pass")
        self.take_picture("studio-tests")
        result = subprocess.run([PROGRAM, "test", str(self.bot.folder)], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        # The first ending is still there.
        self.browser.find_element("css selector", "#endings .ending:first-child [role=tab]").click()
        self.told("See you soon!")
        self.expect_clean()

    def test_a_line_that_no_longer_goes_stops_there_and_is_cured(self):
        self.open_studio()
        self.tap("Brakes")
        self.told("That takes an hour.")
        self.type_over("Brakes: brakes", "Brakes and gears: brakes")
        stop = self.find("#stop button")
        self.assertIn("Brakes and gears", stop.text)
        stop.click()
        self.told("That takes an hour.")
        self.wait(lambda driver: self.lines()[-1] == "tap: Brakes and gears")
        self.expect_clean()

    def test_an_open_test_shows_both_sides(self):
        self.open_studio()
        self.type_over("That takes an hour.", "That takes a day.")
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "1 of 1 tests fail")
        self.browser.find_element("id", "tests-now").click()
        # The click runs them once more, which draws the list again.
        self.wait(lambda driver: "That takes a day." in driver.find_element("css selector", "#tests li.failed").text)
        self.click("#tests li.failed button")
        self.wait(lambda driver: driver.find_elements("css selector", "#thread li.differs"))
        self.expect_clean()


class FileTests(StudioTests):
    def test_another_editor_changes_the_file_while_a_draft_is_open(self):
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: punctre")
        self.problems("1 problem")
        self.kept()
        text = self.file().read_text()
        self.file().write_text(text.replace("See you soon!", "Until then!"))
        self.wait(lambda driver: "Until then!" in self.text() and "Puncture: punctre" in self.text())
        self.chord(".")
        self.saved()
        saved = self.file().read_text()
        self.assertIn("Until then!", saved)
        self.assertNotIn("punctre", saved)
        self.expect_clean()

    def test_what_could_not_be_saved_stays_a_draft(self):
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: punctre")
        self.kept()
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd("Network.setBlockedURLs", {"urls": ["*/studio/api/files/*"]})
        # Saved before the draft was kept.
        ActionChains(self.browser).send_keys("x").key_down(Keys.CONTROL).send_keys("s").key_up(Keys.CONTROL).perform()
        drafts = self.bot.folder / ".usher/drafts"
        until(lambda: any("punctrex" in file.read_text() for file in drafts.rglob("*.*")), "the draft is kept")
        self.assertNotIn("punctre", self.file().read_text())
        self.kept()

    def test_both_sides_of_a_line_that_both_have_changed_are_shown(self):
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: punctre")
        self.kept()
        self.file().write_text(self.file().read_text().replace("Puncture: puncture", "A puncture: puncture"))
        conflict = self.find(".conflict")
        self.assertIn("A puncture: puncture", conflict.text)
        self.assertIn("Puncture: punctre", conflict.text)
        self.assertIn("Puncture: punctre", self.text())
        conflict.find_element("css selector", "button:last-child").click()
        self.wait(lambda driver: "A puncture: puncture" in self.text() and "punctre" not in self.text())
        self.saved()
        self.expect_clean()

    def test_a_change_without_a_draft_is_followed(self):
        self.open_studio()
        self.file().write_text(self.file().read_text().replace("What needs fixing?", "What is broken?"))
        self.told("What is broken?")
        self.wait(lambda driver: "What is broken?" in self.text())
        self.saved()
        self.expect_clean()

    def test_a_text_that_is_emptied_has_problems_without_words_to_mark(self):
        self.open_studio()
        self.problems("No problems")
        self.browser.execute_script(
            "document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus()")
        self.chord("a")
        ActionChains(self.browser).send_keys(Keys.DELETE).perform()
        self.wait(lambda driver: self.text() == "")
        self.wait(lambda driver: driver.find_element("id", "problem-count").text != "No problems")
        self.expect_clean()

    def test_a_file_that_others_make_and_delete_comes_into_the_list_and_leaves_it(self):
        def listed():
            return [option.text for option in self.browser.find_elements("css selector", "#file option")]

        self.open_studio()
        # By now the server tells the page what others do.
        self.problems("No problems")
        new = self.file("visit.yaml")
        new.write_text("flow: visit\nstart: day\n\nsteps:\n  day:\n    say: When?\n    then: end\n")
        self.wait(lambda driver: "Flows/visit.yaml" in listed())
        self.problems("1 problem")
        new.unlink()
        self.wait(lambda driver: "Flows/visit.yaml" not in listed())
        self.problems("No problems")
        self.expect_clean()

    def test_a_file_that_others_make_while_the_server_is_away_comes_into_the_list(self):
        self.open_studio()
        self.problems("No problems")
        self.bot.stop(signal.SIGKILL)
        self.wait(lambda driver: "does not answer" in driver.find_element("id", "banner").text)
        new = self.file("visit.yaml")
        new.write_text("flow: visit\nstart: day\n\nsteps:\n  day:\n    say: When?\n    then: end\n")
        self.addCleanup(lambda: new.unlink(missing_ok=True))
        self.bot.start()
        self.wait(lambda driver: "Flows/visit.yaml" in [
            option.text for option in driver.find_elements("css selector", "#file option")])

    def test_the_server_dies_while_somebody_types(self):
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: before")
        self.kept()
        self.type_over("Brakes: brakes", "Brakes: later")
        # No key asks for it.
        draft = self.bot.folder / ".usher/drafts/Flows/repairs.yaml"
        until(lambda: "Brakes: later" in draft.read_text(), "the draft is kept")
        self.bot.stop(signal.SIGKILL)
        self.wait(lambda driver: "does not answer" in driver.find_element("id", "banner").text)
        self.type_over("Something else: other", "Something else: afterwards")
        self.assertEqual(json.loads(draft.read_text())["text"].count("later"), 1)
        self.bot.start()
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
        # The page went on by itself: same key, same text.
        self.problems("3 problems")
        until(lambda: "afterwards" in draft.read_text(), "what was typed meanwhile is kept")
        # Another window shows the draft.
        other = self.open_studio(self.open_browser(size=(1400, 900)))
        self.wait(lambda driver: "Something else: afterwards" in self.text(driver), other)
        self.assertNotIn("afterwards", self.file().read_text())


if __name__ == "__main__":
    unittest.main()
