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

    def test_the_page_speaks_the_language_of_the_browser(self):
        _, address, _ = self.asks()
        german = self.open_browser(language="de")
        german.get(address)
        self.find("#digits", german)
        self.assertEqual(german.find_element("css selector", "html").get_attribute("lang"), "de")


if __name__ == "__main__":
    unittest.main()
