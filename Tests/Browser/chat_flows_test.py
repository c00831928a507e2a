"""The sample bot in the browser: each of its flows, walked to its end."""

import unittest

from chat import ROOT, ChatTests


class SampleTests(ChatTests):
    project = ROOT

    def beside(self, link, act):
        """Follows a link, does something on its page, and comes back to the conversation."""
        chat = self.browser.current_window_handle
        link.click()
        self.wait(lambda driver: len(driver.window_handles) == 2)
        self.browser.switch_to.window(next(each for each in self.browser.window_handles if each != chat))
        act()
        self.browser.switch_to.window(chat)


class BarberTests(SampleTests):
    def test_a_chair_is_booked(self):
        self.open_chat()
        self.write("hello")
        self.told("You are writing with our automated assistant.")
        self.tap("Book a chair")
        self.tap("Wash and cut")
        self.told("When should we expect you?")
        self.last("li[data-type=times] button[data-choice]").click()
        self.told("Shall I book it?")
        self.tap("Another time")
        self.last("li[data-type=times] button[data-choice]").click()
        self.tap("Yes please")
        self.told("Booked! Wash and cut on")
        self.told("You find us at 2 Quay Street.")
        self.take_picture("barber")
        self.expect_clean()

    def test_the_hours_are_told_and_a_person_is_found(self):
        self.open_chat()
        self.write("hello")
        self.tap("Opening hours")
        self.told("We are open Monday to Friday")
        self.tap("Talk to a person")
        self.told("somebody from the front desk will answer you here")
        self.expect_clean()


class GiftTests(SampleTests):
    def test_a_gift_card_is_sold_by_the_front_desk(self):
        self.open_chat()
        self.write("gift card")
        self.tap("A cut and a shave")
        self.told("Gift cards are paid with Apple Pay")
        self.told("somebody from the front desk will answer you here")
        self.take_picture("gift")
        self.expect_clean()


class AccountTests(SampleTests):
    def test_somebody_signs_in_and_changes_their_number(self):
        self.open_chat()
        self.write("my card")
        self.told("Please sign in, then I can look at your card.")
        message = self.last_of("li[data-type=link]")
        digits = message.find_element("css selector", ".description").text.split()[-1]
        self.beside(self.last("li[data-type=link] a[target=_blank]"), lambda: self.sign_in(digits))
        self.told("What can I do?")
        self.tap("My next visit")
        self.told("Your next visit is on")
        self.tap("Change my number")
        self.told("Which number should we call?")
        self.write("+353 1 555 0100")
        self.told("Done, we have your new number.")
        self.tap("Sign out")
        self.told("You are signed out.")
        self.take_picture("account")
        self.expect_clean()

    def sign_in(self, digits):
        self.find("#digits").send_keys(digits)
        self.find("form button").click()
        self.find("#username").send_keys("ana")
        self.find("#password").send_keys("correct horse")
        self.find("form button:not([name])").click()
        self.see("signed in")


if __name__ == "__main__":
    unittest.main()
