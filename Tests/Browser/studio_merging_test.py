"""The studio on a slow network: what is typed, what others write and what an action makes of a text all stay."""

import json
import subprocess
import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from desk import BIKE_SHOP
from harness import PROGRAM
from studio import StudioTests

# The body of an answer to what `holds` is true for waits until `letGo`; what `drops` is true for does not leave, and the
# answer to what `loses` is true for does not come back. `sent` has what was asked for, `taken` what the page has read of
# it, and `failed` the rest.
NETWORK = """
const usual = window.fetch;
const waiting = [];
Object.assign(window, { sent: [], taken: [], failed: [], holds: () => false, drops: () => false, loses: () => false });
window.letGo = (count = Infinity) => waiting.splice(0, count).forEach((go) => go());
window.once = (words) => { let isOver = false; return (name) => !isOver && (isOver = name.includes(words)); };
window.fetch = async (address, options) => {
  const name = `${options?.method ?? 'GET'} ${address}`;
  const fail = () => { window.failed.push(name); throw new TypeError('Failed to fetch'); };
  window.sent.push(name);
  if (window.drops(name)) fail();
  const isLost = window.loses(name);
  const held = window.holds(name) ? new Promise((resolve) => { waiting.push(resolve); }) : undefined;
  const response = await usual(address, options);
  if (isLost) fail();
  const text = response.text.bind(response);
  response.text = async () => {
    const body = await text();
    await held;
    window.taken.push(name);
    return body;
  };
  return response;
};
window.EventSource = class extends window.EventSource {
  constructor(...address) { super(...address); window.stream = this; }
};
"""


class NetworkTests(StudioTests):
    def setUp(self):
        super().setUp()
        self.slow_down()

    def slow_down(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NETWORK})

    def script(self, words):
        return self.browser.execute_script(words)

    def hold(self, words):
        self.script(f"window.holds = (name) => name.includes({json.dumps(words)})")

    def let_go(self):
        self.script("window.holds = () => false; window.letGo()")

    def count(self, words, kind="sent"):
        return self.script(f"return window.{kind}.filter((one) => one.includes({json.dumps(words)})).length")

    def has(self, words, kind="sent", count=1):
        self.wait(lambda driver: self.count(words, kind) >= count)

    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def choose(self, name):
        # The list may be made again meanwhile.
        self.wait(lambda driver: driver.find_element("css selector", f"#file [value='Flows/{name}']").click() or True)

    def chosen(self):
        return self.script("return document.getElementById('file').value")

    def write(self, change, name="repairs.yaml"):
        self.file(name).write_text(change(self.file(name).read_text()))

    def expect_tests_to_pass(self):
        result = subprocess.run([PROGRAM, "test", str(self.bot.folder)], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)


class MergingTests(NetworkTests):
    def fail_to_merge(self):
        """A draft, and a change by another editor that could not be merged with it."""
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: punctre")
        self.problems("1 problem")
        self.kept()
        self.script("window.drops = window.once('/merge')")
        self.write(lambda text: text.replace("See you soon!", "Until then!"))
        self.has("/merge", "failed")

    def test_a_merge_that_failed_is_made_before_the_text_is_saved(self):
        self.fail_to_merge()
        self.type_over("Puncture: punctre", "A puncture: puncture")
        self.saved()
        saved = self.file().read_text()
        self.assertIn("Until then!", saved)
        self.assertIn("A puncture: puncture", saved)
        self.wait(lambda driver: "Until then!" in self.text())

    def test_a_text_that_is_as_it_was_follows_after_a_merge_that_failed(self):
        self.fail_to_merge()
        self.type_over("Puncture: punctre", "Puncture: puncture")
        self.wait(lambda driver: "Until then!" in self.text())
        self.saved()
        self.assertIn("Until then!", self.file().read_text())

    def test_drafts_of_two_windows_that_could_not_be_merged_are_merged_later(self):
        self.open_studio()
        self.type_over("Puncture: puncture", "Puncture: punctre")
        self.problems("1 problem")
        self.kept()
        self.script("window.drops = window.once('/merge')")
        draft = self.bot.folder / ".usher/drafts/Flows/repairs.yaml"
        kept = json.loads(draft.read_text())
        draft.write_text(json.dumps({**kept, "text": kept["text"].replace("See you soon!", "Until then!")}))
        self.type_over("That takes an hour.", "That takes a day.")
        self.has("/merge", "failed")
        self.type_over("Puncture: punctre", "Puncture: puncture")
        self.wait(lambda driver: "Until then!" in self.text())
        self.on_disk("Until then!")
        self.assertIn("That takes a day.", self.file().read_text())

    def test_a_text_that_was_saved_is_not_set_back_by_one_that_was_read_before(self):
        self.open_studio()
        self.problems("No problems")
        read = "GET /studio/api/files/Flows/repairs.yaml"
        before = self.count(read)
        self.script(f"window.holds = window.once('{read}'); window.stream.onerror()")
        self.has(read, count=before + 1)
        self.type_over("That takes an hour.", "That takes a day.")
        self.saved()
        self.on_disk("That takes a day.")
        taken = self.count(read, "taken")
        self.let_go()
        self.has(read, "taken", taken + 1)
        self.assertIn("That takes a day.", self.text())
        self.type_over("See you soon!", "Until then!")
        self.on_disk("Until then!")
        self.assertIn("That takes a day.", self.text())
        self.assertIn("That takes a day.", self.file().read_text())
        self.expect_clean()

    def test_what_one_has_saved_oneself_is_no_conflict_when_the_answer_was_lost(self):
        self.open_studio()
        self.problems("No problems")
        self.script("window.stream.close(); window.loses = window.once('PUT /studio/api/files/')")
        self.type_over("That takes an hour.", "That takes a day.")
        self.on_disk("That takes a day.")
        self.has("PUT /studio/api/files/", "failed")
        self.type_over("That takes a day.", "That takes a day or two.")
        self.script("window.stream.onerror()")
        self.on_disk("That takes a day or two.")
        self.saved()
        self.assertEqual(self.browser.find_elements("css selector", ".conflict"), [])


class ChoosingTests(NetworkTests):
    def test_a_file_that_is_chosen_twice_before_it_comes_is_one_text(self):
        self.open_studio()
        self.hold("GET /studio/api/files/Flows/bot.yaml")
        for name in ("bot.yaml", "repairs.yaml", "bot.yaml"):
            self.choose(name)
        self.has("GET /studio/api/files/Flows/bot.yaml")
        self.wait(lambda driver: self.script("window.letGo(1)") or "bot: workshop" in self.text())
        self.type_over("Quay Bikes", "Quay Cycles")
        self.let_go()
        self.assertEqual(self.count("GET /studio/api/files/Flows/bot.yaml"), 1)
        self.on_disk("Quay Cycles", "bot.yaml")
        self.assertIn("Quay Cycles", self.text())
        self.expect_clean()

    def test_a_file_that_comes_late_is_not_shown_when_another_one_was_chosen(self):
        self.open_studio()
        self.hold("GET /studio/api/files/Flows/bot.yaml")
        self.choose("bot.yaml")
        self.choose("repairs.yaml")
        self.type_over("That takes an hour.", "That takes a day.")
        self.let_go()
        self.has("GET /studio/api/files/Flows/bot.yaml", "taken")
        self.assertEqual(self.chosen(), "Flows/repairs.yaml")
        self.type_over("That takes a day.", "That takes two days.")
        self.on_disk("That takes two days.")
        self.choose("bot.yaml")
        self.wait(lambda driver: "bot: workshop" in self.text())
        self.expect_clean()

    def test_the_list_shows_the_file_that_is_open_when_another_one_does_not_come(self):
        self.open_studio()
        self.script("window.drops = window.once('GET /studio/api/files/Flows/bot.yaml')")
        self.choose("bot.yaml")
        self.wait(lambda driver: "does not answer" in driver.find_element("id", "banner").text)
        self.assertEqual(self.chosen(), "Flows/repairs.yaml")
        self.choose("bot.yaml")
        self.wait(lambda driver: "bot: workshop" in self.text())
        self.expect_clean()


class ActionTests(NetworkTests):
    def open_texts(self):
        self.write(lambda text: text.replace("languages: [en]", "languages: [en, de]"), "bot.yaml")
        self.file("repairs.de.yaml").write_text(
            "translation: repairs\nlanguage: de\ntexts:\n  welcome.ask:\n    of: 000000\n    text: Was ist kaputt?\n")
        self.addCleanup(self.file("repairs.de.yaml").unlink)
        self.open_studio()

    def translate(self):
        self.click("#middle [role=tab][aria-controls=texts]")
        self.find("#texts textarea[aria-label='German: welcome.answers.Brakes']").click()
        self.hold("/texts/set")
        self.keys("Bremsen", Keys.ENTER)
        self.has("/texts/set")

    def expect_both(self):
        """What was written by hand is there, and the translation, although both are at the end."""
        self.on_disk("Bremsen", "repairs.de.yaml")
        self.saved()
        self.assertIn("# By hand.", self.file("repairs.de.yaml").read_text())
        self.assertIn("Bremsen", self.file("repairs.de.yaml").read_text())
        self.assertEqual(self.browser.find_elements("css selector", ".conflict"), [])
        self.expect_clean()

    def test_what_others_write_stays_when_a_translation_comes_late(self):
        self.open_texts()
        self.choose("repairs.de.yaml")
        self.wait(lambda driver: "translation: repairs" in self.text())
        self.translate()
        self.write(lambda text: f"{text}# By hand.\n", "repairs.de.yaml")
        self.wait(lambda driver: "# By hand." in self.text())
        self.let_go()
        self.expect_both()

    def test_what_others_write_into_a_file_that_is_not_open_stays_when_a_translation_comes_late(self):
        self.open_texts()
        self.translate()
        self.write(lambda text: f"{text}# By hand.\n", "repairs.de.yaml")
        self.let_go()
        self.expect_both()

    def keep(self):
        """Begins to keep the conversation as a test, twice."""
        self.open_studio()
        self.tap("Brakes")
        self.told("That takes an hour.")
        self.wait(lambda driver: self.lines()[-1] == "tap: Brakes")
        self.browser.find_element("id", "keep").click()
        self.hold("/thread")
        self.keys("squeaking", Keys.ENTER, Keys.ENTER)
        self.wait(lambda driver: self.count("/thread") > self.count("/thread", "taken"))

    def test_a_conversation_is_kept_once_however_often_it_is_asked_for(self):
        self.keep()
        self.let_go()
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "2 tests pass")
        self.on_disk("test: squeaking", "repairs.transcript")
        self.assertEqual(self.file("repairs.transcript").read_text().count("test: squeaking"), 1)
        self.expect_clean()

    def test_a_conversation_is_kept_at_its_place_when_others_write_meanwhile(self):
        self.keep()
        read = "GET /studio/api/files/Flows/repairs.transcript"
        before = self.count(read, "taken")
        self.write(lambda text: f"# By hand, and a long line.\n{text}", "repairs.transcript")
        self.has(read, "taken", before + 1)
        self.let_go()
        self.wait(lambda driver: driver.find_element("id", "tests-now").text == "2 tests pass")
        self.on_disk("test: squeaking", "repairs.transcript")
        saved = self.file("repairs.transcript").read_text()
        self.assertTrue(saved.startswith("# By hand, and a long line.\n# What customers of the workshop do.\n"), saved)
        self.assertEqual(saved.count("test: squeaking"), 1)
        self.expect_tests_to_pass()
        self.expect_clean()


class AnswerTests(NetworkTests):
    project = BIKE_SHOP

    def setUp(self):
        for file in (BIKE_SHOP / "Flows").iterdir():
            (self.bot.folder / "Flows" / file.name).write_bytes(file.read_bytes())
        super(StudioTests, self).setUp()
        self.slow_down()

    def test_an_answer_is_added_once_and_at_its_place_when_others_write_meanwhile(self):
        phone = self.bot.device()
        phone.writes("hello")
        phone.waits_for(lambda entry: "What needs fixing?" in str(entry), "the question")
        phone.writes("flat tyre")
        phone.waits_for(lambda entry: "Please choose" in str(entry), "the question again")
        self.open_studio(flow="Flows/visit.yaml")
        self.script("""
            const choice = document.getElementById('traffic');
            choice.value = 'here';
            choice.dispatchEvent(new Event('change'));""")
        self.hold("/answer")
        self.click("#replies li .add")
        self.click("#replies li .add")
        self.has("/answer")
        self.write(lambda text: f"# By hand, and a long line.\n{text}", "visit.yaml")
        self.wait(lambda driver: "# By hand" in self.text())
        self.let_go()
        self.wait(lambda driver: "lat tyre: " in self.text())
        self.on_disk("lat tyre: ", "visit.yaml")
        saved = self.file("visit.yaml").read_text()
        self.assertTrue(saved.startswith("# By hand, and a long line.\nflow: visit\n"), saved)
        self.assertEqual(saved.count("lat tyre: "), 1)
        self.problems("No problems")
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()
