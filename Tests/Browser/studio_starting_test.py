"""The studio: conversations that begin in the middle of a flow, phones on every width, and what is not done on the wire."""

import unittest

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from studio import StudioTests

BIKES = """  bikes:
    ask: How many bikes?
    number: whole
    then: lent

  lent:
    ask: Are they lent?
    answers: [They are mine, They are lent]
    then: day
"""


class Walks(StudioTests):
    def keys(self, *keys):
        ActionChains(self.browser).send_keys(*keys).perform()

    def ask_for_values(self):
        """A flow whose last step uses what was answered before, and the form for it."""
        text = self.file().read_text()
        text = text.replace("Something else: other", "Something else: bikes").replace("  other:\n    ask: What is it?\n    text: one line\n    then: day\n", BIKES)
        text = text.replace("Puncture: puncture", "Puncture: bikes").replace("Brakes: brakes", "Brakes: bikes")
        text = text.replace("See you soon!", "\"See you soon with {bikes} bikes! {lent}.\"")
        steps = text.split("\n\n")
        self.file().write_text("\n\n".join(step for step in steps if not step.startswith(("  puncture:", "  brakes:"))))
        self.file("repairs.transcript").unlink()
        self.open_studio()
        self.problems("No problems")
        self.browser.execute_script("document.querySelector('#map [data-step=done]').focus()")
        self.keys(Keys.ENTER)
        self.wait(lambda driver: driver.find_elements("css selector", "#map .box.edited[data-step=done]"))
        self.browser.find_element("id", "start-here").send_keys(Keys.ENTER)
        self.find("#starting")

    def focused(self):
        return self.browser.execute_script("return document.activeElement.id")

    def send(self):
        if not self.browser.find_element("id", "drawer").is_displayed():
            self.browser.find_element("id", "inspect").click()
        self.browser.find_element("id", "drawer-wire").click()
        self.find("#drawer .wire button").click()
        return self.wait(lambda driver: driver.find_elements("css selector", "#drawer .wire table") and driver.find_element("id", "drawer-panel").text)


class StartingTests(Walks):
    def test_a_step_that_needs_values_asks_for_them_before_it_begins(self):
        self.ask_for_values()
        # The fields have names, their types and examples; the first one has the focus.
        self.assertEqual(self.focused(), "asked-bikes")
        self.assertEqual(self.browser.find_element("css selector", "label[for=asked-bikes]").text, "bikes a number")
        self.assertEqual(self.browser.find_element("id", "asked-bikes").get_attribute("inputmode"), "decimal")
        options = [one.text for one in self.browser.find_elements("css selector", "#asked-lent option")]
        self.assertEqual(options, ["They are mine", "They are lent"])
        self.take_picture("studio-starting")
        # What cannot be read is said beside its field, and nothing begins.
        self.keys("many", Keys.ENTER)
        self.wait(lambda driver: driver.find_element("id", "asked-bikes-problem").text == "`many` is not a number")
        self.assertEqual(self.focused(), "asked-bikes")
        self.assertEqual(self.browser.find_element("id", "asked-bikes").get_attribute("aria-describedby"), "asked-bikes-problem")
        self.assertEqual(len(self.browser.find_elements("css selector", "#endings .ending")), 1)
        # The browser complains of the refusal, which is meant.
        self.assertTrue(all("422" in entry["message"] for entry in self.browser.get_log("browser")))
        self.chord("a")
        self.keys("3", Keys.TAB, Keys.ARROW_DOWN, Keys.TAB, Keys.ENTER)
        self.told("See you soon with 3 bikes! They are lent.")
        self.assertFalse(self.browser.find_element("id", "starting").is_displayed())
        self.assertEqual(self.lines(), ["given: bikes is 3", "given: lent is They are lent", "start: done"])
        self.expect_clean()

    def test_escape_begins_nothing_and_the_shortest_way_asks_for_nothing(self):
        self.ask_for_values()
        self.keys(Keys.ESCAPE)
        self.assertFalse(self.browser.find_element("id", "starting").is_displayed())
        self.assertEqual(self.focused(), "start-here")
        self.assertEqual(len(self.browser.find_elements("css selector", "#endings .ending")), 1)
        self.keys(Keys.ENTER)
        self.find("#starting")
        self.browser.find_element("xpath", "//form[@id='starting']//button[.='By the shortest way']").click()
        self.told("See you soon with")
        self.assertEqual(self.lines()[0], "you: Hello")
        self.expect_clean()

    def test_a_flow_that_needs_values_asks_for_them_too(self):
        self.file("repairs.transcript").unlink()
        self.file("visit.yaml").write_text(
            "flow: visit\nneeds:\n  service: text\nstart: day\n\nsteps:\n  day:\n    say: \"{service}, when?\"\n    then: end\n")
        self.addCleanup(self.file("visit.yaml").unlink)
        text = self.file().read_text()
        self.file().write_text(text.replace("    say: That takes an hour.\n    then: day", "    run: visit\n    using:\n      service: Brakes\n    then: day\n    if_failed: person"))
        self.open_studio()
        self.problems("No problems")
        self.browser.find_element("css selector", "#file option[value='Flows/visit.yaml']").click()
        self.map_of("visit")
        self.browser.find_element("id", "new-thread").click()
        self.find("#starting")
        self.keys("Gears", Keys.ENTER)
        self.told("Gears, when?")
        self.expect_clean()


class WidthTests(StudioTests):
    def test_nothing_lies_outside_with_many_phones_on_any_width(self):
        for width in (480, 980, 1150, 1600):
            browser = self.open_studio(self.open_browser(size=(width, 800), language="de"))
            if width < 960:
                browser.find_element("css selector", ".views button[data-view=phones]").click()
            for count, device in enumerate(("iphone", "old-iphone", "mac", "web", "text-only"), 1):
                if count > 1:
                    browser.find_element("css selector", f"#devices input[value={device}]").click()
                self.wait(lambda driver: len(driver.find_elements("css selector", ".phone")) == count, browser)
                outside = browser.execute_script("""
                    const outside = [...document.querySelectorAll('.bar, .tabs, .foot, #studio > section')].flatMap((place) => {
                      const frame = place.getBoundingClientRect();
                      const own = place.querySelectorAll(':scope > :is(button, select, a, fieldset, span, div), label');
                      return [...own].filter((one) => one.checkVisibility()).filter((one) => {
                        const box = one.getBoundingClientRect();
                        return box.width > 0 && (box.right > frame.right + 1 || box.left < frame.left - 1 || box.right > innerWidth + 1);
                      }).map((one) => one.id || one.textContent);
                    });
                    return document.documentElement.scrollWidth > innerWidth ? ['the page', ...outside] : outside;""")
                self.assertEqual(outside, [], f"{count} phones on {width} pixels")
            self.take_picture(f"studio-phones-{width}", browser)
            self.expect_clean(browser)
            browser.quit()


class WireTests(Walks):
    def test_what_is_not_done_on_the_wire_says_where_it_is(self):
        text = self.file().read_text()
        self.file().write_text(text.replace("    ask: What is it?\n    text: one line\n", "    ask: Show us a photo\n    photo: one\n"))
        self.open_studio()
        self.tap("Something else")
        self.offer("Send a photo")
        self.told("When will you come?")
        said = self.send()
        self.assertIn("Show us a photo", said)
        self.assertIn("photo: is not done here: talk to the same flows in a terminal, with `usher chat`, and do it by hand.", said)
        self.assertNotIn("When will you come?", said)
        self.expect_clean()

    def test_a_conversation_that_begins_in_the_middle_says_that_the_wire_cannot(self):
        self.ask_for_values()
        self.keys("3", Keys.ENTER)
        self.told("See you soon with 3 bikes!")
        said = self.send()
        self.assertIn("given: is for the phones", said)
        self.assertIn("a conversation begins at its beginning", said)
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()
