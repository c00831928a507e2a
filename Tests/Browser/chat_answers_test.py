"""What a browser has for questions besides words and buttons: cards, a calendar, a button that skips, stars."""

import datetime
import unittest

from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from chat import ChatTests


class AnswerTests(ChatTests):
    def mine(self, browser=None):
        """What stands on the own side, from the oldest."""
        return [each.text.split("\n")[0] for each in self.all("#log li.mine", browser)]


class CardTests(AnswerTests):
    def test_cards_are_turned_over_and_one_is_chosen(self):
        self.open_chat()
        self.write("table")
        scroller = self.last_of("#log li .cards .scroller")
        self.show(scroller)
        back, forth = self.all("#log .cards .steps button")
        self.assertEqual((back.get_attribute("aria-label"), forth.get_attribute("aria-label")), ("Back", "Forward"))
        self.wait(lambda _: back.get_attribute("aria-disabled") == "true")
        self.picture_of("question-cards", "#log li[data-type=choice]")
        forth.click()
        self.wait(lambda driver: driver.execute_script("return arguments[0].scrollLeft", scroller) > 100)
        self.wait(lambda _: back.get_attribute("aria-disabled") == "false")
        self.tap("On the terrace")
        self.told("Reserved: On the terrace.")
        self.assertEqual(self.mine(), ["table", "On the terrace"])
        chosen = self.all("#log .cards button[aria-pressed=true]")
        self.assertEqual([each.get_attribute("data-choice") for each in chosen], ["On the terrace"])
        self.assertEqual(self.all("#log .cards button.choice:enabled"), [])
        self.picture_of("answered-cards", "#log li[data-type=choice]")
        self.expect_clean()

    def test_cards_are_chosen_with_the_keys_alone(self):
        self.open_chat()
        self.write("table")
        self.last_of("#log .cards button.choice")
        self.press(Keys.SHIFT + Keys.TAB + Keys.NULL)
        for _ in range(12):
            active = self.browser.switch_to.active_element
            if active.get_attribute("data-choice") == "At the bar":
                break
            active.send_keys(Keys.SHIFT, Keys.TAB)
        self.assertEqual(self.browser.switch_to.active_element.get_attribute("data-choice"), "At the bar")
        in_sight = """
            const [one, all] = [arguments[0].getBoundingClientRect(), arguments[0].closest('.scroller').getBoundingClientRect()];
            return one.left >= all.left - 1 && one.right <= all.right + 1;"""
        self.wait(lambda driver: driver.execute_script(in_sight, driver.switch_to.active_element))
        self.press(Keys.ENTER)
        self.told("Reserved: At the bar.")

    def test_a_carousel_is_turned_from_right_to_left(self):
        browser = self.open_chat(self.open_browser(language="ar", size=(420, 900)))
        self.write("cards", browser)
        scroller = self.last_of("li[data-type=carousel] .scroller", browser)
        self.show(scroller, browser)
        self.last("li[data-type=carousel] .steps button:last-child", browser).click()
        self.wait(lambda driver: driver.execute_script("return arguments[0].scrollLeft", scroller) < -100, browser)
        self.take_picture("carousel-arabic", browser)


class CalendarTests(AnswerTests):
    def ask_for_a_day(self, browser=None):
        self.write("day", browser)
        self.told("When did you buy your bike?", browser)
        return self.last("#log .calendar button[tabindex='0']", browser)

    def focused(self, browser=None):
        return (browser or self.browser).switch_to.active_element.get_attribute("data-day")

    def go(self, key, days, browser=None):
        """Presses a key, and expects the day so many days from the one before."""
        before = datetime.date.fromisoformat(self.focused(browser))
        self.press(key, browser=browser)
        self.assertEqual(self.focused(browser), (before + datetime.timedelta(days)).isoformat(), key)

    def test_a_day_is_chosen_with_the_mouse(self):
        self.open_chat()
        self.ask_for_a_day()
        Select(self.last("#log .calendar .years")).select_by_value("2024")
        heading = self.last("#log .calendar .heading")
        for _ in range(12):
            if heading.text == "February":
                break
            self.all("#log .calendar .turner")[0].click()
        self.picture_of("calendar-years", "#log li[data-type=prompt]")
        send = self.last_of("#log .calendar .send")
        self.assertFalse(send.is_enabled(), "nothing is chosen yet")
        day = self.last("#log button[data-day='2024-02-29']")
        self.assertEqual(day.get_attribute("aria-label"), "Thursday, February 29, 2024")
        day.click()
        self.picture_of("calendar-chosen", "#log li[data-type=prompt]")
        self.assertEqual(self.last_of("#log td[aria-selected=true]").text, "29")
        self.last("#log .calendar .send").click()
        self.told("When shall we look at it?")
        self.assertEqual(self.mine(), ["day", "29 February 2024"])
        self.expect_clean()

    def test_a_day_is_chosen_with_the_keys_and_never_outside_the_limits(self):
        self.open_chat()
        today = self.ask_for_a_day()
        last = datetime.date.fromisoformat(today.get_attribute("data-day"))
        self.assertEqual(today.get_attribute("aria-current"), "date")
        self.browser.execute_script("arguments[0].focus()", today)
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.focused(), last.isoformat(), "what lies ahead is no answer")
        self.go(Keys.ARROW_LEFT, -1)
        self.go(Keys.ARROW_UP, -7)
        self.go(Keys.ARROW_DOWN, 7)
        self.press(Keys.HOME)
        week = datetime.date.fromisoformat(self.focused())
        self.assertEqual(week.isoweekday(), 7, "a week begins on Sunday where this browser is from")
        self.press(Keys.PAGE_UP)
        before = datetime.date.fromisoformat(self.focused())
        self.assertEqual((before.year * 12 + before.month) - (week.year * 12 + week.month), -1)
        self.press(Keys.ENTER)
        chosen = self.focused()
        self.assertEqual(chosen, before.isoformat())
        self.press(Keys.TAB)
        self.assertIn("Send", self.browser.switch_to.active_element.text)
        self.press(Keys.ENTER)
        self.told("When shall we look at it?")
        self.press(Keys.TAB)
        self.last("#log button[data-choice=skip]").click()
        self.told("What do you call it?")
        self.write("Rosinante")
        self.told(f"Bought {chosen}, looked at whenever, called Rosinante.")
        self.expect_clean()

    def test_what_may_be_skipped_is_skipped_with_a_button(self):
        self.open_chat()
        self.ask_for_a_day()
        self.write("1 May 2020")
        self.told("When shall we look at it?")
        self.picture_of("calendar-skip", "#log li[data-type=prompt]")
        self.tap("skip")
        self.told("What do you call it?")
        self.picture_of("prompt-skip", "#log li[data-type=prompt]")
        self.tap("skip")
        self.told("Bought 2020-05-01, looked at whenever, called nobody.")
        self.assertEqual(self.mine(), ["day", "1 May 2020", "skip", "skip"])
        self.expect_clean()

    def test_it_begins_at_the_day_that_was_thought_of_and_ends_with_its_limits(self):
        self.open_chat()
        self.ask_for_a_day()
        self.write("1 May 2020")
        self.told("When shall we look at it?")
        day = datetime.date.fromisoformat(self.last("#log .calendar button[tabindex='0']").get_attribute("data-day"))
        turner = self.all("#log .calendar .turner")[-1]
        for _ in range(4):
            turner.click()
        self.assertEqual(turner.get_attribute("aria-disabled"), "true")
        days = [each.get_attribute("data-day") for each in self.all("#log .calendar button[data-day]:enabled")]
        self.assertEqual(datetime.date.fromisoformat(days[-1]) - day, datetime.timedelta(53), "sixty days, less seven")

    def test_it_speaks_the_language_of_the_page_and_runs_its_way(self):
        browser = self.open_chat(self.open_browser(language="ar", size=(420, 900)))
        today = self.ask_for_a_day(browser)
        self.take_picture("calendar-arabic", browser)
        browser.execute_script("arguments[0].focus()", today)
        self.go(Keys.ARROW_RIGHT, -1, browser)
        self.go(Keys.ARROW_UP, -7, browser)
        self.assertRegex(browser.switch_to.active_element.get_attribute("aria-label"), "[\u0600-\u06ff]")
        german = self.open_chat(self.open_browser(language="de"))
        self.ask_for_a_day(german)
        week = [each.get_attribute("abbr") for each in self.all("#log .calendar th", german)]
        self.assertEqual(week[0], "Montag")
        self.expect_clean(german)


class FeedbackTests(AnswerTests):
    def test_stars_and_words_are_given_once_and_everybody_sees_them(self):
        self.open_chat()
        self.write("stars")
        self.told("How was the repair?")
        self.picture_of("feedback", "#log li[data-type=feedback]")
        send = self.last_of("#log li[data-type=feedback] .send")
        self.assertFalse(send.is_enabled(), "no stars are chosen yet")
        cookie = self.browser.get_cookie("usher_chat")
        other = self.open_browser()
        other.get(self.bot.address + "/chat/widget.js")
        other.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": cookie["path"]})
        self.open_chat(other)
        self.last("#log .star:nth-child(4) input").click()
        self.last("#log textarea.comment").send_keys("Quick and <b>kind</b>")
        self.picture_of("feedback-chosen", "#log li[data-type=feedback]")
        self.last("#log li[data-type=feedback] .send").click()
        for browser in (self.browser, other):
            self.wait(lambda driver: driver.find_elements("css selector", "#log .stars[aria-label='4/5']"), browser)
            self.told("Quick and <b>kind</b>", browser)
            self.assertEqual(self.all("#log li[data-type=feedback] :is(input, textarea, button)", browser), [])
        self.assertEqual(self.mine(), ["stars", "★★★★☆ Quick and <b>kind</b>"])
        self.picture_of("feedback-given", "#log li[data-type=feedback]")
        self.take_picture("feedback-page")
        self.expect_clean()

    def test_stars_are_chosen_with_the_keys(self):
        self.open_chat()
        self.write("stars")
        self.told("How was the repair?")
        self.browser.execute_script("document.querySelector('#log .star input').focus()")
        self.press(Keys.SPACE, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        chosen = self.browser.switch_to.active_element
        self.assertEqual(chosen.get_attribute("aria-label"), "3/5")
        self.press(Keys.TAB, "Fine", Keys.TAB, Keys.ENTER)
        self.wait(lambda driver: driver.find_elements("css selector", "#log .stars[aria-label='3/5']"))
        self.expect_clean()


class RetriedAnswerTests(AnswerTests):
    # Answers get these responses one after another; the last one remains. `lost` is one that the server has accepted.
    RESPOND = """
        const usual = window.fetch;
        window.sent = [];
        window.responses = arguments[0];
        window.fetch = async (address, options) => {
          if (!String(address).endsWith('/responses')) return usual(address, options);
          window.sent.push(JSON.parse(options.body));
          const status = window.responses.length > 1 ? window.responses.shift() : window.responses[0];
          if (status === 'usual') return usual(address, options);
          if (status === 'lost') await usual(address, options);
          const failed = status === 'lost' ? 503 : status;
          const headers = { 'Content-Type': 'application/json', 'Retry-After': '1' };
          return new Response(JSON.stringify({ error: { status: failed, reason: `refused with ${failed}` } }), { status: failed, headers });
        };"""

    def begin(self, *responses):
        self.open_chat()
        self.write("asks")
        self.last("#log li[data-type=buttons] button[data-choice]")
        self.browser.execute_script(self.RESPOND, responses)
        self.tap("Yes, let us begin")

    def expect_waiting(self):
        self.wait(lambda driver: driver.find_element("css selector", "#log .unsent").text == "Sending…")
        self.assertEqual(self.all("#log li[data-type=buttons] button[data-choice]:enabled"), [])
        pressed = self.find("#log button[aria-pressed=true]")
        self.assertEqual(pressed.get_attribute("textContent").strip("✓ \n"), "Yes, let us begin")

    def expect_accepted_once(self):
        self.told("What needs fixing?")
        self.wait(lambda _: self.all("#log :is(.unsent, .sending)") == [])
        self.assertEqual(self.mine(), ["asks", "Yes, let us begin"])
        self.assertEqual(self.all("#log .problem"), [])

    def test_an_answer_that_cannot_be_stored_is_sent_again(self):
        self.begin(503)
        self.expect_waiting()
        self.picture_of("answer-waits", "#log li[data-type=buttons]")
        self.wait(lambda driver: driver.execute_script("return window.sent.length > 1"))
        self.browser.execute_script("window.responses = ['usual']")
        self.expect_accepted_once()
        sent = self.browser.execute_script("return window.sent")
        self.assertTrue(all(each == sent[0] for each in sent), "each attempt is the same answer")
        self.expect_clean()

    def test_an_answer_of_which_no_response_arrived_is_accepted_once(self):
        self.begin("lost", "usual")
        self.expect_accepted_once()
        self.wait(lambda driver: driver.execute_script("return window.sent.length") == 2)
        self.browser.refresh()
        self.wait_for_line()
        self.expect_accepted_once()

    def test_an_answer_waits_across_a_reload(self):
        self.begin(503)
        self.expect_waiting()
        self.browser.refresh()
        self.wait_for_line()
        self.expect_accepted_once()

    def test_what_is_written_after_an_answer_stays_behind_it(self):
        self.begin(503, "usual")
        self.write("Puncture")
        self.told("Which days suit you?")
        self.assertEqual(self.mine(), ["asks", "Yes, let us begin", "Puncture"])

    def test_an_answer_that_is_refused_can_be_given_again_with_the_reason_beside_it(self):
        self.begin(503, 422, "usual")
        self.wait(lambda driver: driver.find_element("css selector", "#log .problem").text == "Not sent: refused with 422")
        self.assertEqual(self.all("#log :is(.unsent, .sending, button[aria-pressed=true])"), [])
        self.picture_of("answer-refused", "#log li[data-type=buttons]")
        self.tap("Yes, let us begin")
        self.expect_accepted_once()


class OwnAnswerTests(AnswerTests):
    def test_what_one_has_chosen_stands_on_the_own_side_also_after_a_reload(self):
        self.open_chat()
        self.write("asks")
        self.tap("Yes, let us begin")
        self.tap("Brakes")
        self.told("Which days suit you?")
        for _ in range(2):
            self.assertEqual(self.mine(), ["asks", "Yes, let us begin", "Brakes"])
            self.assertEqual(self.all("#log li.remark"), [])
            self.browser.refresh()
            self.wait_for_line()
        self.take_picture("own-answers")

    def test_others_read_who_has_chosen(self):
        self.open_chat()
        self.write("asks")
        self.told("Shall we begin?")
        invitation = self.browser.execute_async_script("""
            const done = arguments[0];
            fetch('/chat/api/conversations').then((answer) => answer.json()).then(({ conversations }) =>
              fetch(`/chat/api/conversations/${conversations[0].id}/invitations`, { method: 'POST' })
                .then((answer) => answer.json()).then((answer) => done(answer.invitation)));""")
        other = self.open_chat(self.open_browser(), query=f"#invitation={invitation}")
        self.told("Shall we begin?", other)
        self.tap("Yes, let us begin")
        self.wait(lambda _: self.mine() == ["asks", "Yes, let us begin"])
        remark = self.wait(lambda driver: driver.find_elements("css selector", "#log li.remark"), other)[0]
        self.assertEqual(remark.text, 'Guest selected "Yes, let us begin"')
        self.take_picture("others-answers", other)
        self.expect_clean(other)


if __name__ == "__main__":
    unittest.main()
