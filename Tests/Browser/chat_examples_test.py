"""Every flow of the examples, walked in a browser to its end."""

import unittest

from chat import EXAMPLES, ChatTests


class BikeRepairTests(ChatTests):
    project = EXAMPLES / "bike-repair"

    def test_a_repair_is_booked(self):
        self.open_chat()
        self.write("hello")
        self.tap("Book a repair")
        self.tap("Brakes")
        self.told("When should we expect you?")
        self.picture_of("times", "#log li[data-type=times]")
        self.last("li[data-type=times] button[data-choice]").click()
        self.told("Booked! Brakes")
        self.told("Your code is R-1701.")
        self.take_picture("bike-repair")
        self.expect_clean()

    def test_who_looks_at_the_hours_can_still_talk_to_a_person(self):
        self.open_chat()
        self.write("menu")
        self.tap("Opening hours")
        self.told("We are open Monday to Saturday")
        self.tap("Talk to a person")
        self.told("One of our mechanics will answer you here.")
        self.expect_clean()

    def test_an_answer_that_was_not_offered_is_asked_again_and_an_old_button_is_told_from_a_new_one(self):
        self.open_chat()
        self.write("hello")
        self.told("Hi! How can we help with your bike?")
        self.write("a horse")
        self.told("Please tap one of the answers above.")
        self.tap("Book a repair")
        self.told("What needs fixing?")
        self.expect_clean()


class RestaurantTests(ChatTests):
    project = EXAMPLES / "restaurant"

    def test_a_table_is_booked(self):
        self.open_chat()
        self.write("good evening")
        self.told("Buongiorno!")
        self.tap("Book a table")
        self.told("For how many?")
        self.write("4")
        self.told("Choose your table")
        self.last("li[data-type=times] button[data-choice]").click()
        self.told("Any wishes?")
        self.write("A quiet corner")
        self.told("Your table is booked")
        self.told("We look forward to the 4 of you!")
        self.picture_of("restaurant-place", "#log li[data-type=location]")
        self.take_picture("restaurant")
        self.expect_clean()

    def test_the_menu_is_looked_at(self):
        self.open_chat(query="?intent=menu")
        self.write("the menu")
        self.told("Risotto alla milanese")
        self.told("The whole menu")
        picture = self.last_of("li[data-type=carousel] img")
        self.show(picture)
        self.wait(lambda driver: driver.execute_script("return arguments[0].naturalWidth", picture) > 0)
        self.tap("Where are you?")
        self.last_of("li[data-type=location] a.map")
        self.take_picture("restaurant-menu")
        self.expect_clean()

    def test_a_customer_comes_with_what_they_want(self):
        self.open_chat(query="?intent=book-a-table")
        self.write("hello")
        self.told("For how many?")
        self.expect_clean()


class WebShopTests(ChatTests):
    project = EXAMPLES / "web-shop"

    def test_an_order_is_looked_up(self):
        self.open_chat()
        self.write("hello")
        self.tap("My last order")
        self.told("Please write your order number.")
        self.write("what?")
        self.told("An order number looks like P123456.")
        self.write("P123456")
        self.told("Order P123456 is on its way")
        link = self.last("li[data-type=buttons] a.button")
        self.assertEqual(link.get_attribute("href"), "https://papier.example/track")
        self.assertEqual(link.get_attribute("rel"), "noopener noreferrer")
        self.take_picture("web-shop-order")
        self.expect_clean()

    def fill_basket(self):
        self.open_chat()
        self.write("hello")
        self.tap("Notebooks")
        self.tap("Notebook A5")
        self.told("How many of Notebook A5?")
        self.write("2")
        self.told("2 × Notebook A5 in the basket.")
        self.tap("To the checkout")
        self.told("2 × Notebook A5: €24.00")
        link = self.last("li[data-type=link] a[target=_blank]")
        self.take_picture("web-shop-basket")
        self.expect_clean()
        link.click()
        self.wait(lambda driver: len(driver.window_handles) == 2)
        chat, page = self.browser.window_handles
        self.browser.switch_to.window(page)
        return chat

    def test_a_basket_is_filled_and_paid_on_the_page_of_the_link(self):
        chat = self.fill_basket()
        self.find("button[name=card]").click()
        self.browser.switch_to.window(chat)
        self.told("Thank you! Your order is on its way")
        self.last_of("li[data-type=receipt]")
        self.take_picture("web-shop-receipt")

    def test_who_does_not_pay_keeps_the_basket(self):
        chat = self.fill_basket()
        self.find("button[name=cancel]").click()
        self.browser.switch_to.window(chat)
        self.told("We keep your basket for you.")


if __name__ == "__main__":
    unittest.main()
