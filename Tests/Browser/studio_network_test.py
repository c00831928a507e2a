"""The studio while the network loses requests, or answers late."""

import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from studio import StudioTests
from studio_starting_test import Walks

# `drops` says what is lost at once, and may name a status in its place; what `holds` names waits until it is let go,
# or lost.
NETWORK = """
const usual = window.fetch;
let waiting = [];
window.sent = [];
window.drops = () => false;
window.holds = () => false;
const end = (how) => { window.holds = () => false; waiting.forEach((one) => one[how]()); waiting = []; };
window.letGo = () => end('resolve');
window.lose = () => end('reject');
window.fetch = async (address, options) => {
  const one = [options?.method ?? 'GET', String(address), String(options?.body ?? '')];
  window.sent.push(`${one[0]} ${one[1]}`);
  const dropped = window.drops(...one);
  if (dropped > 1) return new Response('<p>Bad gateway</p>', { status: dropped });
  if (dropped) throw new TypeError('lost');
  if (window.holds(...one)) {
    await new Promise((resolve, reject) => { waiting.push({ resolve, reject: () => reject(new TypeError('lost')) }); });
  }
  return usual(address, options);
};
"""


class NetworkTests(StudioTests):
    def setUp(self):
        super().setUp()
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NETWORK})

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def drop(self, condition):
        self.browser.execute_script(f"window.drops = (method, address, body) => {condition}")

    def drop_once(self, condition):
        self.browser.execute_script(
            f"let left = 1; window.drops = (method, address, body) => {condition} && left-- > 0")

    def hold(self, condition):
        self.browser.execute_script(f"window.sent.length = 0; window.holds = (method, address, body) => {condition}")

    def let_go(self):
        self.browser.execute_script("window.letGo()")

    def lose(self):
        self.browser.execute_script("window.lose()")

    def sent(self, words):
        return self.browser.execute_script(
            "return window.sent.filter((one) => one.endsWith(arguments[0])).length", words)

    def has_sent(self, words):
        self.wait(lambda driver: self.sent(words) > 0)

    def write(self, words):
        self.browser.find_element("id", "words").send_keys(words, Keys.ENTER)

    def words(self):
        return self.browser.find_element("id", "words").get_property("value")

    def endings(self):
        return self.browser.find_elements("css selector", "#endings .ending [role=tab]")

    def banner_is_gone(self):
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())

    def has_lines(self, *lines):
        try:
            self.wait(lambda driver: self.lines() == list(lines))
        except AssertionError as problem:
            raise AssertionError(f"{self.lines()} are not {lines}") from problem


class OpeningTests(NetworkTests):
    def open_once(self, condition, status="true"):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": f"""
            let left = 1;
            window.drops = (method, address) => {condition} && left-- > 0 && {status};"""})
        self.open_studio()
        self.banner_is_gone()
        # The stream is open, by which the language server tells what it finds.
        self.type_over("Puncture: puncture", "Puncture: puncure")
        self.problems("1 problem")

    def test_a_file_that_is_lost_while_the_page_opens_is_asked_for_again(self):
        self.open_once("method === 'GET' && address.includes('/files/')")
        self.assertEqual(len(self.endings()), 1)
        self.assertEqual(len(self.browser.find_elements("css selector", "#devices input[value=mac]")), 1)

    def test_a_project_that_a_proxy_cannot_reach_is_asked_for_again(self):
        self.open_once("address.endsWith('/project')", 502)

    def test_a_key_that_is_lost_is_sent_again(self):
        self.open_once("address.endsWith('/session')")
        self.assertNotIn("key", self.browser.current_url)


class LosingTests(NetworkTests):
    def test_a_play_that_is_lost_is_made_up_for_without_another_key(self):
        self.open_studio()
        self.tap("Puncture")
        self.told("That takes 20 minutes.")
        # Only the last key makes the whole words, and its play is lost.
        self.drop_once("address.endsWith('/play') && body.includes('half an hour.')")
        self.type_over("20 minutes", "half an hour")
        self.on_disk("half an hour.")
        self.told("That takes half an hour.")
        self.wait(lambda driver: driver.find_elements("css selector", "#saved[data-state=saved]"))
        self.banner_is_gone()

    def test_words_that_are_lost_come_back_before_what_was_typed_since(self):
        self.open_studio()
        self.hold("address.endsWith('/thread')")
        self.write("Brakes")
        self.has_sent("/thread")
        self.keys("and gears")
        self.lose()
        self.wait(lambda driver: self.words() == "Brakes and gears")
        self.banner_is_gone()
        self.assertEqual(self.lines(), ["you: Hello"])
        # They go on from there.
        self.browser.find_element("id", "words").clear()
        self.write("Brakes")
        self.told("That takes an hour.")
        self.assertEqual(self.words(), "")

    def test_a_click_whose_request_is_lost_says_so(self):
        self.open_studio()
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "1 test passes")
        self.browser.find_element("id", "tests-tab").click()
        self.drop("address.endsWith('/threads') || address.endsWith('/project')")
        self.click("#tests li.passed button")
        self.wait(lambda driver: "does not answer" in driver.find_element("id", "banner").text)
        self.drop("false")
        self.banner_is_gone()
        self.click("#tests li.passed button")
        self.told("See you soon!")

    def test_a_cure_whose_request_is_lost_is_not_said_to_be_missing(self):
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: puncure")
        self.problems("1 problem")
        self.drop("body.includes('codeAction')")
        self.chord(".")
        self.wait(lambda driver: driver.find_element("id", "note").text == "There was no answer. Please try again.")
        self.drop("false")
        self.chord(".")
        self.problems("No problems")


class RenamingTests(NetworkTests):
    def ask_for_name(self):
        self.open_studio()
        if not self.browser.execute_script("return document.getElementById('editor').shadowRoot"):
            self.skipTest("the program was built without the editor")
        self.problems("No problems")
        self.type_over("  day:", "  day:")
        self.keys(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.F2)
        self.wait(lambda driver: driver.find_elements("css selector", ".question input"))

    def note(self, words):
        self.wait(lambda driver: driver.find_element("id", "note").text == words)

    def test_a_name_that_has_moved_meanwhile_is_not_taken_for_another(self):
        self.ask_for_name()
        text = self.file().read_text()
        # Another editor makes the text longer above.
        self.file().write_text(text.replace(
            "  puncture:\n", "  extra:\n    say: Hello.\n    then: day\n\n  puncture:\n"))
        self.wait(lambda driver: "  extra:" in self.text())
        self.browser.find_element("css selector", ".question input").send_keys("when", Keys.ENTER)
        self.note("The text has changed meanwhile, and nothing was renamed.")
        self.assertNotIn("when:", self.text())
        self.assertIn("  day:", self.text())

    def test_a_rename_whose_request_is_lost_says_so(self):
        self.ask_for_name()
        self.drop("body.includes('textDocument/rename')")
        self.keys("when", Keys.ENTER)
        self.note("There was no answer. Please try again.")


class ConversationTests(NetworkTests):
    def test_words_that_follow_each_other_after_a_rewind_are_one_ending(self):
        self.open_studio()
        self.tap("Puncture")
        self.offer("Today")
        self.told("See you soon!")
        self.browser.find_element("css selector", "#thread li:nth-child(1) button").click()
        self.wait(lambda driver: not any("20 minutes" in one for one in self.bubbles()))
        self.hold("address.endsWith('/thread')")
        self.write("Brakes")
        self.write("Tomorrow")
        self.has_sent("/thread")
        self.let_go()
        self.has_lines("you: Hello", "you: Brakes", "you: Tomorrow")
        self.told("See you soon!")
        self.assertEqual(len(self.endings()), 2)
        # The first ending is whole again.
        self.endings()[0].click()
        self.has_lines("you: Hello", "tap: Puncture", "tap: Today")
        self.wait(lambda driver: not driver.find_elements("css selector", "#thread li.after"))
        # Another rewind has another ending.
        self.browser.find_element("css selector", "#thread li:nth-child(1) button").click()
        self.wait(lambda driver: not any("20 minutes" in one for one in self.bubbles()))
        self.write("Brakes")
        self.has_lines("you: Hello", "you: Brakes")
        self.assertEqual(len(self.endings()), 3)

    def test_what_was_written_before_another_conversation_came_to_the_front_stays_in_its_own(self):
        self.open_studio()
        self.hold("address.endsWith('/thread')")
        self.write("Brakes")
        self.write("Tomorrow")
        self.has_sent("/thread")
        self.browser.find_element("id", "new-thread").click()
        self.wait(lambda driver: len(self.endings()) == 2)
        self.let_go()
        self.wait(lambda driver: self.sent("/thread") == 2)
        self.endings()[0].click()
        self.has_lines("you: Hello", "you: Brakes", "you: Tomorrow")
        self.endings()[1].click()
        self.has_lines("you: Hello")

    def test_a_click_on_what_another_conversation_shows_does_nothing(self):
        self.open_studio()
        self.tap("Puncture")
        self.told("That takes 20 minutes.")
        self.wait(lambda driver: self.lines() == ["you: Hello", "tap: Puncture"])
        self.hold("address.endsWith('/play')")
        self.browser.find_element("id", "new-thread").click()
        self.wait(lambda driver: len(self.endings()) == 2)
        self.has_sent("/play")
        # The phone still shows the first conversation.
        self.tap("Today")
        self.offer("Today")
        self.let_go()
        self.has_lines("you: Hello")
        self.assertEqual(self.sent("/thread"), 0)


class LostFormTests(NetworkTests, Walks):
    def test_a_form_stays_with_its_values_when_its_request_is_lost_and_begins_once(self):
        self.ask_for_values()
        self.hold("address.endsWith('/thread')")
        self.chord("a")
        self.keys("3", Keys.ENTER)
        self.has_sent("/thread")
        self.wait(lambda driver: not driver.find_element("css selector", "#starting [type=submit]").is_enabled())
        self.keys(Keys.ENTER)
        self.lose()
        self.wait(lambda driver: driver.find_element("css selector", "#starting [type=submit]").is_enabled())
        self.assertEqual(self.sent("/thread"), 1)
        self.assertEqual(self.browser.find_element("id", "asked-bikes").get_property("value"), "3")
        self.banner_is_gone()
        self.find("#starting [type=submit]").click()
        self.wait(lambda driver: len(self.endings()) == 2)
        self.wait(lambda driver: not driver.find_element("id", "starting").is_displayed())
        self.has_lines("given: bikes is 3", "given: lent is They are mine", "start: done")


class LostTextTests(NetworkTests):
    def open_texts(self):
        bot = self.file("bot.yaml")
        bot.write_text(bot.read_text().replace("languages: [en]", "languages: [en, de]"))
        self.addCleanup(lambda: self.file("repairs.de.yaml").unlink(missing_ok=True))
        self.open_studio()
        self.browser.find_element("id", "texts-tab").click()
        self.field("welcome.answers.Brakes")

    def field(self, name):
        return self.find(f"#texts textarea[aria-label='German: {name}']")

    def value(self, name):
        return self.field(name).get_property("value")

    def state(self, name):
        return self.browser.execute_script("return arguments[0].closest('td').dataset.state", self.field(name))

    def test_a_text_that_could_not_be_written_stays_and_is_written_when_the_server_is_back(self):
        self.open_texts()
        self.drop("(address.endsWith('/texts/set') && body.includes('Bremsen')) || address.endsWith('/project')")
        self.field("welcome.answers.Brakes").click()
        self.keys("Bremsen", Keys.ENTER, "Etwas anderes", Keys.ENTER)
        self.wait(lambda driver: self.state("welcome.answers.Something else") == "translated")
        self.wait(lambda driver: self.field("welcome.answers.Brakes").get_attribute("aria-invalid") == "true")
        self.assertEqual(self.value("welcome.answers.Brakes"), "Bremsen")
        self.assertEqual(self.value("welcome.answers.Something else"), "Etwas anderes")
        self.drop("false")
        self.wait(lambda driver: self.state("welcome.answers.Brakes") == "translated")
        self.on_disk("Bremsen", "repairs.de.yaml")
        self.assertFalse(self.field("welcome.answers.Brakes").get_attribute("aria-invalid"))
        self.banner_is_gone()

    def test_a_refused_text_stays_when_the_next_one_is_written(self):
        self.open_texts()
        self.field("puncture.say").click()
        self.keys("Das dauert {zeit}.", Keys.ENTER)
        self.find("#texts textarea[aria-invalid] + .remark")
        self.field("welcome.answers.Brakes").click()
        self.keys("Bremsen", Keys.ENTER)
        self.wait(lambda driver: self.state("welcome.answers.Brakes") == "translated")
        self.assertEqual(self.value("puncture.say"), "Das dauert {zeit}.")

    def test_a_text_that_is_being_typed_stays_when_the_table_gets_another_row(self):
        self.open_texts()
        self.field("puncture.say").click()
        self.keys("Das dauert ")
        self.file().write_text(self.file().read_text().replace(
            "  puncture:\n", "  extra:\n    say: One more.\n    then: day\n\n  puncture:\n"))
        self.field("extra.say")
        self.keys("lange.", Keys.ENTER)
        self.wait(lambda driver: self.state("puncture.say") == "translated")
        self.assertEqual(self.value("puncture.say"), "Das dauert lange.")
        self.on_disk("Das dauert lange.", "repairs.de.yaml")


if __name__ == "__main__":
    unittest.main()
