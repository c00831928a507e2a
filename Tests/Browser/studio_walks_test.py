"""The studio in longer walks: renaming, texts, differences, tests, the keyboard, languages, colours and widths."""

import subprocess
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from harness import PROGRAM, until
from studio import StudioTests



class AuthorTests(StudioTests):
    """With an editor; without it, there is no key for renaming."""

    def tab(self, name, browser=None):
        browser = browser or self.browser
        browser.find_element("id", f"{name}-tab").click()
        self.wait(lambda driver: driver.find_element("id", name).is_displayed(), browser)

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def focused(self):
        return self.browser.execute_script("""
            const one = document.activeElement;
            return [one.id, one.getAttribute('aria-label') ?? '', one.textContent.trim().slice(0, 60)].join('|')""")

    def test_a_step_is_renamed_while_a_conversation_stands_on_it(self):
        self.open_studio()
        if not self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.skipTest("the program was built without the editor")
        self.tap("Brakes")
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.here[data-step=day]"))
        self.type_over("  day:", "  day:")
        self.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.F2)
        self.wait(lambda driver: driver.find_elements("css selector", ".question input"))
        self.keys("when", Keys.ENTER)
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.here[data-step=when]"))
        self.on_disk("then: when")
        self.assertNotIn("then: day", self.file().read_text())
        self.told("When will you come?")
        self.assertEqual(self.lines(), ["you: Hello", "tap: Brakes"])
        self.expect_clean()

    def test_german_texts_are_filled_in_in_the_table(self):
        bot = self.file("bot.yaml")
        bot.write_text(bot.read_text().replace("languages: [en]", "languages: [en, de]"))
        self.file("repairs.de.yaml").write_text(
            "translation: repairs\nlanguage: de\ntexts:\n  welcome.ask:\n    of: 000000\n    text: Was ist kaputt?\n")
        self.addCleanup(self.file("repairs.de.yaml").unlink)
        self.open_studio()
        self.tab("texts")
        stale = self.find("#texts td[data-state=stale]")
        self.assertIn("Still right", stale.text)
        stale.find_element("css selector", "button").click()
        self.wait(lambda driver: not driver.find_elements("css selector", "#texts td[data-state=stale]"))
        field = self.find("#texts textarea[aria-label='German: welcome.answers.Brakes']")
        field.click()
        self.keys("Bremsen", Keys.ENTER)
        # Enter goes on to the next text.
        self.wait(lambda driver: "Something else" in self.focused())
        self.keys("Etwas anderes", Keys.ENTER)
        self.on_disk("Etwas anderes", "repairs.de.yaml")
        self.on_disk("Bremsen", "repairs.de.yaml")
        self.assertNotIn("000000", self.file("repairs.de.yaml").read_text())
        # Names in braces are those of the source.
        self.find("#texts textarea[aria-label='German: puncture.say']").click()
        self.keys("Das dauert {zeit}.", Keys.ENTER)
        self.find("#texts textarea[aria-invalid] + .remark")
        self.take_picture("studio-texts")
        # The phone of a German customer.
        self.browser.find_element("css selector", "#tongue option[value=de]").click()
        self.told("Was ist kaputt?")
        self.told("Bremsen")
        self.expect_clean()

    def test_a_translator_gets_a_table_and_brings_it_back(self):
        bot = self.file("bot.yaml")
        bot.write_text(bot.read_text().replace("languages: [en]", "languages: [en, de]"))
        self.addCleanup(lambda: self.file("repairs.de.yaml").unlink(missing_ok=True))
        self.open_studio()
        self.tab("texts")
        table = self.bot.folder / "german.csv"
        table.write_text("name,source,fingerprint,text\ndone.say,See you soon!,,Bis bald!\nnowhere.say,x,,y\n")
        field = self.wait(lambda driver: driver.find_element("css selector", "#texts input[type=file]"))
        field.send_keys(str(table))
        self.wait(lambda driver: "1 texts new or changed" in driver.find_element("css selector", "#texts .report").text)
        self.assertIn("nowhere.say", self.browser.find_element("css selector", "#texts .report").text)
        self.on_disk("Bis bald!", "repairs.de.yaml")
        self.expect_clean()

    def test_what_differs_from_the_published_flows_is_shown_in_lines_and_on_the_map(self):
        self.open_studio()
        self.tab("difference")
        self.see("Nothing is published yet")
        said = subprocess.run(
            [PROGRAM, "publish", "--note", "before the winter"], cwd=self.bot.folder, capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        self.type_over("That takes an hour.", "That takes a day.")
        self.wait(lambda driver: driver.find_elements("css selector", "#difference tr.added"))
        self.see("before the winter")
        self.assertIn("That takes a day.", self.find("#difference tr.added").text)
        self.assertIn("That takes an hour.", self.find("#difference tr.removed").text)
        self.assertIn("brakes", self.find("#difference .changed-steps").text)
        self.take_picture("studio-difference")
        self.tab("map")
        self.browser.find_element("id", "changes").click()
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box[data-step=brakes][data-change=changed]"))
        self.expect_clean()

    def test_a_test_that_differs_is_updated(self):
        self.open_studio()
        self.type_over("That takes an hour.", "That takes a day.")
        self.tab("tests")
        marked = "#tests table.sides :is(del, ins)"
        self.wait(lambda driver: [
            one.text for one in driver.find_elements("css selector", marked)] == ["an hour.", "a day."])
        self.click("#tests li.failed .update")
        self.on_disk("bot: That takes a day.", "repairs.transcript")
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "1 test passes")
        result = subprocess.run([PROGRAM, "test", str(self.bot.folder)], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.expect_clean()

    def test_a_test_is_kept_while_the_text_has_an_error_which_stays_a_draft(self):
        self.open_studio()
        self.tap("Puncture")
        self.type_over("Brakes: brakes", "Brakes: barkes")
        self.problems("1 problem")
        self.browser.find_element("id", "keep").click()
        self.keys("a puncture", Keys.ENTER)
        self.on_disk("test: a puncture", "repairs.transcript")
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "2 tests pass")
        self.assertNotIn("barkes", self.file().read_text())
        self.kept()
        # The key for correcting works wherever the focus is.
        self.browser.find_element("id", "tests-tab").click()
        self.chord(".")
        self.problems("No problems")
        self.saved()
        self.assertNotIn("barkes", self.file().read_text())
        self.expect_clean()

    def test_a_problem_without_a_correction_says_so_where_it_is_seen(self):
        # Nothing leads to this flow, and only its author knows what should.
        self.file("visit.yaml").write_text("flow: visit\nstart: day\n\nsteps:\n  day:\n    say: When?\n    then: end\n")
        self.addCleanup(self.file("visit.yaml").unlink)
        self.open_studio()
        self.problems("1 problem")
        self.browser.find_element("id", "problem-count").click()
        self.browser.find_element("xpath", "//*[@id='drawer-panel']//button[.='Correct']").click()
        self.wait(lambda driver: "no cure of its own" in driver.find_element("id", "note").text)
        # The list of problems stays open.
        self.assertTrue(self.browser.find_element("id", "drawer-panel").is_displayed())
        self.expect_clean()

    def test_the_lines_that_tests_pass_have_a_dot(self):
        self.open_studio()
        if not self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.skipTest("the program was built without the editor")
        count = "return document.getElementById('editor').shadowRoot.querySelectorAll('.{}').length"
        self.wait(lambda driver: driver.execute_script(count.format("covered")) > 3)
        self.assertGreater(self.browser.execute_script(count.format("missing")), 2)
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.uncovered[data-step=puncture]"))
        self.expect_clean()

    def test_a_map_that_comes_late_marks_what_no_test_passes_and_another_flow_its_own(self):
        self.file("visit.yaml").write_text(
            "flow: visit\nstart: day\n\nsteps:\n  day:\n    say: When?\n    then: other\n  other:\n    say: Good.\n    then: end\n")
        self.addCleanup(self.file("visit.yaml").unlink)
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": '''
            const usual = window.fetch;
            const late = new Promise((resolve) => { window.letGo = resolve; });
            window.fetch = async (address, options) => {
              if (String(address).endsWith('/map')) await late;
              return usual(address, options);
            };'''})
        self.browser.get(self.link)
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "1 test passes")
        self.browser.execute_script("window.letGo()")
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.uncovered[data-step=other]"))
        self.browser.find_element("css selector", "#file [value='Flows/visit.yaml']").click()
        self.map_of("visit")
        self.assertEqual(
            {box.get_attribute("data-step") for box in self.browser.find_elements("css selector", "#map .box.uncovered")},
            {"day", "other"})

    def test_a_flow_begins_on_an_empty_page(self):
        self.addCleanup(lambda: self.file("opening-hours.yaml").unlink(missing_ok=True))
        self.open_studio()
        self.browser.find_element("id", "new-flow").click()
        self.wait(lambda driver: driver.find_elements("css selector", ".question input"))
        self.keys("Opening hours", Keys.ENTER)
        self.told("What can we do for you?")
        self.on_disk("flow: opening-hours", "opening-hours.yaml")
        self.tap("Something else")
        self.told("What is it about?")
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.here[data-step=topic]"))
        self.expect_clean()

    def test_a_conversation_goes_over_the_wire_with_a_fault(self):
        self.open_studio()
        self.tap("Brakes")
        self.told("That takes an hour.")
        self.browser.find_element("id", "inspect").click()
        self.browser.find_element("id", "drawer-wire").click()
        self.find("#drawer .wire option[value=gateway-down]").click()
        self.find("#drawer .wire button").click()
        self.wait(lambda driver: driver.find_elements("css selector", "#drawer .wire table"))
        said = self.browser.find_element("id", "drawer-panel").text
        self.assertIn("What needs fixing?", said)
        self.assertIn("When will you come?", said)
        # The message that was refused was sent again.
        self.assertIn("503", said)
        self.take_picture("studio-wire")
        self.expect_clean()

    def test_all_of_it_by_keyboard_alone(self):
        self.open_studio()
        # A mistake, and its cure.
        self.type_over("Puncture: puncture", "Puncture: puncure")
        self.problems("1 problem")
        self.chord(".")
        self.problems("No problems")
        # F6 goes from part to part.
        self.keys(Keys.F6)
        self.wait(lambda driver: "map" in self.focused())
        self.keys(Keys.ARROW_RIGHT)
        self.wait(lambda driver: driver.find_element("id", "tests").is_displayed())
        self.keys(Keys.ARROW_LEFT, Keys.F6)
        # What can be done is reached by the arrows and done by Enter.
        self.wait(lambda driver: "Puncture" in self.focused())
        self.keys(Keys.ARROW_RIGHT, Keys.ENTER)
        self.told("That takes an hour.")
        self.wait(lambda driver: "Today" in self.focused())
        self.keys(Keys.ENTER)
        self.told("See you soon!")
        # A live region says it.
        self.wait(lambda driver: "See you soon!" in driver.find_element("id", "announcer").get_attribute("textContent"))
        # The thread: back to its first line.
        self.browser.execute_script("document.querySelector('#thread button').focus()")
        self.keys(Keys.ENTER)
        self.wait(lambda driver: not any("hour" in one for one in self.bubbles()))
        self.expect_clean()

    def test_no_key_traps_the_focus_and_escape_leads_back_to_where_it_was(self):
        self.open_studio()
        # Out of the text, where Tab indents.
        if self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.browser.execute_script("document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus()")
            before = self.text()
            self.keys(Keys.ESCAPE, Keys.TAB)
            self.wait(lambda driver: "editor" not in self.focused())
            self.assertEqual(self.text(), before)
        for button, field in (("new-flow", ".question input"), ("keep", "#test-name")):
            self.browser.execute_script("document.getElementById(arguments[0]).focus()", button)
            self.keys(Keys.ENTER)
            self.find(field)
            self.wait(lambda driver: driver.execute_script("return document.activeElement.matches(arguments[0])", field))
            self.keys(Keys.ESCAPE)
            self.assertTrue(self.focused().startswith(button), self.focused())
        # The arrows go through the files.
        self.browser.execute_script("document.getElementById('file').focus()")
        self.keys(Keys.ARROW_UP)
        self.wait(lambda driver: "test: brakes today" in self.text())
        self.assertTrue(self.focused().startswith("file"))
        self.expect_clean()

    def test_everything_has_a_name_and_a_role(self):
        self.open_studio()
        self.browser.find_element("id", "inspect").click()
        nameless = self.browser.execute_script("""
            const name = (one) => one.getAttribute('aria-label') || one.textContent.trim() || one.getAttribute('title')
              || [...(one.labels ?? [])].map((label) => label.textContent.trim()).join('')
              || (one.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent).join('');
            return [...document.querySelectorAll('button, a, input, select, textarea, [role=tab], [role=button], [role=tabpanel], section')]
              .filter((one) => one.checkVisibility() && !name(one)).map((one) => one.outerHTML.slice(0, 120));""")
        self.assertEqual(nameless, [])
        broken = self.browser.execute_script("""
            return [...document.querySelectorAll('[aria-controls], [aria-labelledby]')]
              .flatMap((one) => [one.getAttribute('aria-controls'), one.getAttribute('aria-labelledby')])
              .filter((id) => id && !document.getElementById(id));""")
        self.assertEqual(broken, [])
        ids = self.browser.execute_script("return [...document.querySelectorAll('[id]')].map((one) => one.id)")
        self.assertEqual(len(ids), len(set(ids)))
        self.expect_clean()

    def test_it_fits_on_a_telephone(self):
        browser = self.open_studio(self.open_browser(size=(420, 860)))
        for view in ("text", "middle", "phones"):
            browser.find_element("css selector", f".views button[data-view={view}]").click()
            self.wait(lambda driver: driver.find_element("id", view).is_displayed(), browser)
            wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
            self.assertLessEqual(wide, 0, view)
            self.take_picture(f"studio-narrow-{view}", browser)
        self.tap("Brakes", browser)
        self.told("That takes an hour.", browser)
        self.expect_clean(browser)

    def test_on_a_telephone_each_button_brings_what_it_is_about_into_view(self):
        browser = self.open_browser(size=(420, 860))
        self.browser.quit()
        self.browser = self.open_studio(browser)

        def view(name):
            browser.find_element("css selector", f".views button[data-view={name}]").click()

        def shown(name):
            self.wait(lambda driver: driver.find_element("id", name).is_displayed())

        view("phones")
        browser.find_element("id", "tests-now").click()
        shown("tests")
        view("phones")
        browser.find_element("id", "new-flow").click()
        shown("text")
        self.wait(lambda driver: driver.find_elements("css selector", ".question input"))
        self.keys(Keys.ESCAPE)
        # A step of the map leads to its text, and a conversation to the phone.
        view("middle")
        browser.find_element("id", "map-tab").click()
        browser.execute_script("document.querySelector('#map [data-step=goodbye]').focus()")
        self.keys(Keys.ENTER)
        shown("text")
        view("middle")
        browser.find_element("id", "start-here").click()
        shown("phones")
        self.told("Write whenever you like.")
        # The thread stands below the phone: back to its first line.
        first = browser.find_element("css selector", "#thread li:first-child button")
        self.assertTrue(first.is_displayed())
        first.click()
        self.wait(lambda driver: not any("Write whenever" in one for one in self.bubbles()))
        wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(wide, 0)
        # From a problem to its text.
        view("text")
        self.type_over("Puncture: puncture", "Puncture: puncure")
        self.problems("1 problem")
        view("phones")
        browser.find_element("id", "problem-count").click()
        self.find("#drawer .go").click()
        shown("text")
        self.expect_clean()

    def test_it_is_dark_when_the_system_is(self):
        browser = self.open_browser("--force-dark-mode")
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.open_studio(browser)
        ground = browser.execute_script("return getComputedStyle(document.body).backgroundColor")
        self.assertEqual(ground, "rgb(22, 24, 27)")
        self.take_picture("studio-dark", browser)
        self.expect_clean(browser)

    def test_it_speaks_the_language_of_the_browser(self):
        for language, words in (
            ("de", "Karte"), ("fr", "Plan"), ("es", "Mapa"), ("it", "Mappa"), ("ja", "マップ"), ("ar", "الخريطة"),
        ):
            with self.subTest(language=language):
                browser = self.open_browser(language=language)
                self.open_studio(browser)
                self.assertEqual(browser.find_element("id", "map-tab").text, words)
                direction = browser.execute_script("return document.documentElement.dir")
                self.assertEqual(direction, "rtl" if language == "ar" else "ltr")
                if language == "ar":
                    # The text of a flow runs from left to right.
                    side = browser.execute_script("""
                        const box = (id) => document.getElementById(id).getBoundingClientRect().left;
                        return box('phones') < box('text');""")
                    self.assertTrue(side)
                    self.take_picture("studio-arabic", browser)
                self.expect_clean(browser)
                browser.quit()


class LessonTests(StudioTests):
    """A project that was just made."""

    def setUp(self):
        super().setUp()
        self.folder = self.bot.folder

    def test_the_first_visit_is_one_mistake_to_mend(self):
        (self.bot.folder / ".usher").mkdir(exist_ok=True)
        (self.bot.folder / ".usher/lesson").write_text("")
        self.open_studio()
        self.find("#lesson p")
        self.problems("1 problem")
        self.assertIn("has one mistake", self.browser.find_element("id", "lesson").text)
        self.take_picture("studio-lesson")
        saved = self.file().read_text()
        if self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.browser.execute_script("document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus()")
            self.chord(".")
        else:
            self.find("#lesson button").click()
        self.problems("No problems")
        self.wait(lambda driver: "That is all" in driver.find_element("id", "lesson").text)
        until(lambda: not (self.bot.folder / ".usher/lesson").exists(), "the lesson is over")
        self.assertEqual(self.file().read_text(), saved)
        until(lambda: not (self.bot.folder / ".usher/drafts/Flows/repairs.yaml").exists(), "the draft is gone")
        # Not again.
        self.browser.refresh()
        self.wait(lambda driver: driver.find_elements("css selector", "#studio[aria-busy=false]"))
        self.problems("No problems")
        self.assertFalse(self.browser.find_element("id", "lesson").is_displayed())
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()
