"""The pages on which customers sign in, walked in a real browser."""

import re
import unittest

from harness import BrowserTests


class SignInTests(BrowserTests):
    def asks(self):
        """A customer with an old phone is asked to sign in. Answers the phone, the link and the digits in the chat."""
        phone = self.bot.device("old-iphone")
        phone.writes("account")
        digits = re.compile(r"\b\d\d\b")
        said = phone.waits_for(lambda entry: digits.search(entry.get("text", "")), "the digits come")
        link = phone.waits_for(lambda entry: "/sign-in/" in entry.get("url", ""), "the link comes")
        return phone, link["url"], digits.search(said["text"]).group()

    def give_digits(self, address, digits):
        self.browser.get(address)
        field = self.find("#digits")
        # It gets the focus when the page is drawn.
        self.wait(lambda driver: driver.switch_to.active_element == field)
        field.send_keys(digits)
        self.find("form button").click()

    def sign_in_at_provider(self):
        self.wait(lambda driver: "/identity/" in driver.current_url)
        self.find("#username").send_keys("ana")
        self.find("#password").send_keys("correct horse")
        self.find("form button:not([name])").click()
        self.wait(lambda driver: "/callback" in driver.current_url)

    def test_a_customer_signs_in_and_goes_on_in_the_chat(self):
        phone, address, digits = self.asks()
        self.browser.get(address)
        self.take_picture("sign-in-digits")
        self.expect_no_complaints()
        self.give_digits(address, digits)
        self.assertIn("/identity/", self.wait(lambda driver: "/identity/" in driver.current_url and driver.current_url))
        self.assertEqual(self.find("#username").get_attribute("autocomplete"), "username")
        self.assertEqual(self.find("#password").get_attribute("autocomplete"), "current-password")
        self.take_picture("sign-in-provider")
        self.find("#username").send_keys("ana")
        self.find("#password").send_keys("correct horse")
        self.find("form button:not([name])").click()
        self.wait(lambda driver: "/callback" in driver.current_url)
        self.see("signed in")
        self.take_picture("sign-in-done")
        self.expect_no_complaints()
        phone.waits_for(lambda entry: "Welcome, Ana" in str(entry), "the flow goes on")

    def test_wrong_digits_lead_nowhere_and_are_told(self):
        _, address, digits = self.asks()
        self.give_digits(address, "00" if digits != "00" else "11")
        alert = self.find("[role=alert]")
        self.assertTrue(alert.text)
        self.assertIn("/sign-in/", self.browser.current_url)
        field = self.find("#digits")
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        self.assertEqual(self.find("#" + field.get_attribute("aria-describedby")).text, alert.text)
        self.give_digits(address, digits)
        self.wait(lambda driver: "/identity/" in driver.current_url)

    def test_who_cancels_at_the_provider_is_told_so_here_and_there(self):
        phone, address, digits = self.asks()
        self.give_digits(address, digits)
        self.find("button[name=cancel]").click()
        self.wait(lambda driver: "/callback" in driver.current_url)
        self.expect_no_complaints()
        phone.waits_for(lambda entry: "No harm done" in str(entry), "the flow takes the way of who cancels")

    def test_another_browser_cannot_finish_what_this_one_began(self):
        _, address, digits = self.asks()
        self.give_digits(address, digits)
        self.wait(lambda driver: "/identity/" in driver.current_url)
        other = self.open_browser()
        other.get(self.browser.current_url)
        self.find("#username", other).send_keys("mallory")
        self.find("#password", other).send_keys("correct horse")
        self.find("form button:not([name])", other).click()
        self.wait(lambda driver: "/callback" in driver.current_url, other)
        self.assertNotIn("You are signed in", other.find_element("css selector", "body").text)

    def test_who_goes_back_and_who_loads_the_result_again_is_not_turned_away(self):
        phone, address, digits = self.asks()
        self.give_digits(address, digits)
        self.wait(lambda driver: "/identity/" in driver.current_url)
        # Back from the provider, with the number as the chat shows it.
        self.give_digits(address, f"The page asks for this number: {digits}")
        self.sign_in_at_provider()
        self.see("You are signed in.")
        self.browser.refresh()
        self.see("You are signed in.")
        phone.waits_for(lambda entry: "Welcome, Ana" in str(entry), "the flow goes on")
        self.expect_no_complaints()

    def test_two_sign_ins_in_one_browser_end_well(self):
        first, address, digits = self.asks()
        second, other, other_digits = self.asks()
        self.give_digits(address, digits)
        self.wait(lambda driver: "/identity/" in driver.current_url)
        begun = self.browser.current_url
        self.give_digits(other, other_digits)
        self.sign_in_at_provider()
        self.see("You are signed in.")
        second.waits_for(lambda entry: "Welcome, Ana" in str(entry), "the second flow goes on")
        self.browser.get(begun)
        self.sign_in_at_provider()
        self.see("You are signed in.")
        first.waits_for(lambda entry: "Welcome, Ana" in str(entry), "the first flow goes on")

    def test_a_browser_that_blocks_cookies_is_told_so(self):
        _, address, digits = self.asks()
        self.browser.get(address)
        self.find("#digits")
        # As if it had never been kept.
        self.browser.delete_all_cookies()
        self.find("#digits").send_keys(digits)
        self.find("form button").click()
        self.see("Allow cookies for this page")
        self.find("#digits").send_keys(digits)
        self.find("form button").click()
        self.wait(lambda driver: "/identity/" in driver.current_url)

    def test_long_names_do_not_make_the_pages_wider_than_a_phone(self):
        _, address, digits = self.asks()
        self.browser.set_window_size(500, 800)
        self.addCleanup(self.browser.set_window_size, 1200, 900)
        self.browser.get(address)
        self.expect_narrow("h1", "p", "label")
        self.give_digits(address, digits)
        self.wait(lambda driver: "/identity/" in driver.current_url)
        self.expect_narrow("h1", "p")

    def expect_narrow(self, *kinds):
        """Makes elements of each kind a single long word, and expects that the page does not scroll sideways."""
        width = self.browser.execute_script("""
            for (const kind of arguments[0]) document.querySelector(kind).textContent = 'Donaudampfschifffahrt'.repeat(9);
            return document.documentElement.scrollWidth - document.documentElement.clientWidth;""", kinds)
        self.assertEqual(width, 0)

    def test_the_page_speaks_the_language_of_the_browser(self):
        _, address, _ = self.asks()
        german = self.open_browser(language="de")
        german.get(address)
        self.find("#digits", german)
        self.assertEqual(german.find_element("css selector", "html").get_attribute("lang"), "de")


if __name__ == "__main__":
    unittest.main()
