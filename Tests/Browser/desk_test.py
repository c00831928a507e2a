"""The desk: a hand-over lived from both sides, rows of results, and all of it by keyboard."""

import signal
import unittest

from selenium.webdriver.common.keys import Keys

from desk import Chat, DeskTests
from harness import until


class HandoverTests(DeskTests):
    def test_a_handover_is_lived_from_both_sides_on_one_screen(self):
        self.open_desk()
        self.see("No conversation is waiting.")
        self.take_picture("desk-empty")
        customer = Chat(self)
        with customer:
            customer.writes("hello")
            customer.hears("What needs fixing?")
            customer.writes("Puncture")
            customer.hears("When will you come?")
            customer.writes("help")
            customer.hears("Jo is coming")
        self.wait(lambda driver: len(self.waiting()) == 1)
        self.assertIn("Unanswered", self.waiting()[0])
        self.wait(lambda driver: driver.title.startswith("(1) "))
        # It is heard as well as seen.
        self.assertEqual(self.browser.find_element("id", "sound").get_attribute("data-played"), "1")
        self.choose()
        self.said("customer", "help")
        self.said("bot", "When will you come?")
        self.see("Wanted so far: Puncture")
        self.find("#words").send_keys("Jo here. Is it the <b>front</b> wheel?", Keys.ENTER)
        self.said("person", "Jo here. Is it the <b>front</b> wheel?")
        with customer:
            customer.hears("Jo here. Is it the <b>front</b> wheel?")
        self.wait(lambda driver: "Answered" in self.waiting()[0] and not driver.title.startswith("("))
        with customer:
            customer.writes("The rear one.")
        self.said("customer", "The rear one.")
        with customer:
            customer.attaches(self.photo())
        self.wait(lambda driver: driver.execute_script("return document.querySelector('#log .photo img')?.naturalWidth > 0"))
        self.wait(lambda driver: driver.title.startswith("(1) "))
        self.take_picture("desk")
        self.find("#give-back").click()
        with customer:
            customer.hears("Thank you for waiting!")
        self.wait(lambda driver: self.waiting() == [])
        self.see("This conversation is no longer with people.")
        self.expect_clean()

    def test_an_answer_whose_response_is_lost_is_sent_again_and_arrives_once(self):
        phone = self.bot.device()
        phone.writes("help")
        phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        self.open_desk()
        self.choose()
        self.said("customer", "help")
        # The network loses the answer of the server: the page sends it again, and it arrives once.
        self.browser.execute_script("""
            const send = window.fetch;
            window.lost = 0;
            window.fetch = async (...request) => {
              const answer = await send(...request);
              if (request[0].endsWith('/messages') && window.lost < 2) { window.lost += 1; throw new TypeError('lost'); }
              return answer;
            };""")
        self.find("#words").send_keys("We are open until six.", Keys.ENTER)
        self.see("The server does not answer.")
        self.wait(lambda driver: driver.execute_script("return window.lost") == 2)
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
        self.said("person", "We are open until six.")
        phone.waits_for(lambda entry: "We are open until six." in str(entry), "the answer")
        phone.writes("Thanks")
        self.said("customer", "Thanks")
        # It stands there once, and no longer as one that is on its way.
        answer = ["person", "We are open until six."]
        self.wait(lambda driver: [one for one in self.bubbles() if one[0].startswith("person")] == [answer])
        self.find("#give-back").click()
        self.wait(lambda driver: self.waiting() == [])
        self.expect_clean()

    def test_what_was_asked_for_later_counts(self):
        phone = self.bot.device()
        phone.writes("help")
        phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        self.open_desk()
        self.choose()
        self.said("customer", "help")
        # The first answer about the conversation is on its way for long.
        self.browser.execute_script("""
            const send = window.fetch;
            window.isHeld = false;
            window.fetch = async (...request) => {
              const answer = await send(...request);
              if (window.isHeld || !/handovers.[0-9]+$/.test(request[0])) return answer;
              window.isHeld = true;
              const body = await answer.text();
              await new Promise((resolve) => { window.letGo = resolve; });
              return new Response(body, { status: answer.status, headers: answer.headers });
            };""")
        phone.writes("It is about my bike.")
        self.wait(lambda driver: driver.execute_script("return Boolean(window.letGo)"))
        phone.writes("It is blue.")
        self.said("customer", "It is blue.")
        self.browser.execute_async_script("""
            const done = arguments[0];
            window.letGo();
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));""")
        self.said("customer", "It is blue.")
        self.find("#give-back").click()
        self.wait(lambda driver: self.waiting() == [])

    def test_what_was_refused_joins_what_was_written_since(self):
        phones = [self.bot.device() for _ in range(2)]
        for phone in phones:
            phone.writes("help")
            phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        self.open_desk()
        self.wait(lambda driver: len(self.waiting()) == 2)
        self.choose(1)
        self.said("customer", "help")
        self.browser.execute_script("""
            const send = window.fetch;
            const refused = '{"error": {"reason": "it is too long"}}';
            window.fetch = async (...request) => {
              if (!request[0].endsWith('/messages')) return send(...request);
              await new Promise((resolve) => { window.letGo = resolve; });
              return new Response(refused, { status: 413, headers: { 'Content-Type': 'application/json' } });
            };""")
        self.find("#words").send_keys("We are open until six.", Keys.ENTER)
        self.wait(lambda driver: driver.execute_script("return Boolean(window.letGo)"))
        self.find("#words").send_keys("And tomorrow")
        self.choose(2)
        self.wait(lambda driver: driver.find_element("id", "words").get_attribute("value") == "")
        self.browser.execute_script("window.letGo()")
        self.see("it is too long")
        self.choose(1)
        self.wait(lambda driver: driver.find_element("id", "words").get_attribute("value")
                  == "We are open until six.\nAnd tomorrow")
        for _ in phones:
            count = len(self.waiting())
            self.choose(1)
            self.find("#give-back").click()
            self.wait(lambda driver: len(self.waiting()) == count - 1)

    def test_everything_is_done_by_keyboard_alone(self):
        phones = [self.bot.device() for _ in range(2)]
        for phone in phones:
            phone.writes("help")
            phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        self.open_desk()
        self.wait(lambda driver: len(self.waiting()) == 2)
        # From the top of the page: views, the sound, the customer's side, then the list.
        for _ in range(12):
            self.press(Keys.TAB)
            if self.browser.execute_script("return document.activeElement.closest('#waiting') !== null"):
                break
        self.press(Keys.ARROW_DOWN, Keys.ENTER)
        self.wait(lambda driver: self.focused() == "words")
        second = self.browser.find_element("id", "who").text
        self.press("One line")
        self.shift(Keys.ENTER)
        self.press("and more", Keys.ENTER)
        self.said("person", "One line")
        phones[1].waits_for(lambda entry: "One line" in str(entry), "the answer")
        self.press(Keys.ESCAPE)
        self.wait(lambda driver: driver.execute_script("return document.activeElement.innerText.includes(arguments[0])", second))
        self.press(Keys.HOME, Keys.ENTER)
        self.wait(lambda driver: driver.find_element("id", "who").text != second)
        self.wait(lambda driver: self.focused() == "words")
        # The conversation itself comes between the field and the button.
        self.shift(Keys.TAB)
        self.shift(Keys.TAB)
        self.assertEqual(self.focused(), "give-back")
        self.press(Keys.ENTER)
        self.wait(lambda driver: len(self.waiting()) == 1)
        phones[0].waits_for(lambda entry: "Thank you for waiting!" in str(entry), "the bot again")
        # What is left has the focus, and names and roles say what is what.
        self.wait(lambda driver: driver.execute_script("return document.activeElement.closest('#waiting') !== null"))
        self.expect_names()
        self.press(Keys.ENTER)
        self.wait(lambda driver: self.focused() == "words")
        self.find("#give-back").click()
        self.wait(lambda driver: self.waiting() == [])
        self.expect_clean()

    def test_without_the_key_the_page_says_which_link_to_open(self):
        self.browser.get(self.bot.address + "/desk")
        self.see("usher dev")
        self.open_desk()
        self.see("No conversation is waiting.")
        self.assertEqual(self.browser.execute_script("return document.cookie + localStorage.length + sessionStorage.length"), "00")

    def test_the_desk_speaks_the_languages_of_the_chat_and_is_narrow_and_dark(self):
        phone = self.bot.device()
        phone.writes("help")
        phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        for language, words in [("de", "Eingang"), ("ja", "受信箱"), ("ar", "الوارد")]:
            browser = self.open_desk(self.open_browser(language=language))
            self.see(words, browser)
            self.choose(browser=browser)
            self.said("customer", "help", browser)
            if language == "ar":
                self.assertEqual(browser.execute_script("return getComputedStyle(document.documentElement).direction"), "rtl")
                self.take_picture("desk-ar", browser)
            self.expect_clean(browser)
        narrow = self.open_browser("--force-dark-mode", size=(520, 850))
        narrow.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.open_desk(narrow)
        self.choose(browser=narrow)
        self.said("customer", "help", narrow)
        self.assertFalse(narrow.find_element("id", "inbox").is_displayed())
        self.take_picture("desk-narrow", narrow)
        self.find("#back", narrow).click()
        self.find("#inbox", narrow)
        self.assertFalse(narrow.execute_script("return document.documentElement.scrollWidth > innerWidth"))
        self.choose(browser=narrow)
        self.find("#give-back", narrow).click()
        self.wait(lambda driver: self.waiting(narrow) == [], narrow)


class AgentTests(DeskTests):
    def test_agents_take_note_transfer_and_send_more_than_texts(self):
        phone = self.bot.device()
        phone.writes("help")
        phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        self.open_desk()
        self.see("counter")
        self.choose()
        self.said("customer", "help")
        # Taking it: the list and the header say whose it is.
        self.find("#take").click()
        self.wait(lambda driver: "You" in self.waiting()[0])
        self.wait(lambda driver: driver.execute_script("return document.getElementById('assignee').value") == "studio")
        # A note is for colleagues.
        self.find("#note-button").click()
        self.find("#dialog textarea").send_keys("Called twice.", Keys.CONTROL, Keys.ENTER)
        self.said("note", "Called twice.")
        # A reply is chosen by its shortcut, by keyboard alone.
        self.wait(lambda driver: driver.find_element("id", "replies-button").is_enabled())
        self.find("#words").click()
        self.press("/hou")
        self.see("We are open until six.")
        self.press(Keys.ARROW_DOWN, Keys.ENTER)
        self.wait(lambda driver: driver.find_element("id", "words").get_attribute("value") == "We are open until six.")
        self.press(Keys.ENTER)
        self.said("person", "We are open until six.")
        phone.waits_for(lambda entry: "We are open until six." in str(entry), "the reply")
        # Choices are a bubble, and the answer comes back.
        self.find("#choices").click()
        self.find("#dialog input").send_keys("Which wheel?")
        self.find("#dialog textarea").send_keys("Front", Keys.ENTER, "Rear", Keys.CONTROL, Keys.ENTER)
        self.said("person", "Which wheel?")
        phone.waits_for(lambda entry: "Rear" in str(entry), "the choices")
        # A question that the flows declare.
        self.find("#question").click()
        self.find("#dialog select")
        self.take_picture("desk-dialog")
        self.find("#dialog [type=submit]").click()
        phone.waits_for(lambda entry: "What needs fixing?" in str(entry), "the question")
        # Nothing of all this is kept in the browser.
        self.assertEqual(self.browser.execute_script("return localStorage.length + sessionStorage.length"), 0)
        self.expect_names()
        self.take_picture("desk-agents")
        self.find("#transfer").click()
        self.find("#dialog textarea").send_keys("Needs a mechanic.")
        self.find("#dialog [type=submit]").click()
        self.wait(lambda driver: "workshop" in self.waiting()[0] and "You" not in self.waiting()[0])
        self.see("Needs a mechanic.")
        # The list can be narrowed to a queue.
        self.browser.execute_script("""
            const field = document.getElementById('queue-filter');
            field.value = 'counter';
            field.dispatchEvent(new Event('change'));""")
        self.wait(lambda driver: self.waiting() == [])
        self.expect_clean()


class AgentFileTests(DeskTests):
    def test_a_file_is_sent_from_the_desk_to_the_chat(self):
        self.open_desk()
        customer = Chat(self)
        with customer:
            customer.writes("help")
            customer.hears("Jo is coming")
        self.wait(lambda driver: len(self.waiting()) == 1)
        self.choose()
        self.browser.find_element("id", "attached").send_keys(str(self.photo()))
        self.said("person", "wheel.png")
        with customer:
            customer.hears("wheel")
        self.expect_clean()


class NarrowDeskTests(DeskTests):
    def test_the_desk_fits_a_narrow_screen_from_right_to_left(self):
        phone = self.bot.device()
        phone.writes("help")
        phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        browser = self.open_browser(size=(420, 860))
        self.open_desk(browser, "?language=ar")
        self.choose(browser=browser)
        self.find("#take", browser)
        self.assertEqual(browser.execute_script("return document.dir"), "rtl")
        wide = browser.execute_script("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
        self.assertLessEqual(wide, 0)
        self.take_picture("desk-agents-narrow", browser)
        self.expect_clean(browser)


class ResultTests(DeskTests):
    def book(self, service, day):
        phone = self.bot.device()
        phone.writes("hello")
        for answer, next_words in [(service, "When will"), (day, "number"), ("+49 30 1234", "Thank you!")]:
            phone.writes(answer)
            phone.waits_for(lambda entry, words=next_words: words in str(entry), next_words)

    def rows(self):
        return self.browser.execute_script(
            "return [...document.querySelectorAll('#sheet tbody tr')].map((row) => [...row.children].map((cell) => cell.querySelector('select')?.value ?? cell.innerText))")

    def test_rows_are_filtered_changed_and_exported(self):
        for booking in [("Puncture", "Today"), ("Brakes", "Tomorrow"), ("Brakes", "Today")]:
            self.book(*booking)
        self.open_desk()
        self.click("#views [data-view=bookings]")
        self.wait(lambda driver: len(self.rows()) == 3)
        self.assertEqual([row[:3] for row in self.rows()], [["3", "open", "Brakes"], ["2", "open", "Brakes"], ["1", "open", "Puncture"]])
        self.assertIn("(private)", self.rows()[0])
        # One more is booked while the table is looked at.
        self.book("Puncture", "Tomorrow")
        self.wait(lambda driver: len(self.rows()) == 4)
        choice = self.find("#sheet tbody tr:nth-child(2) select")
        choice.send_keys("d")
        self.wait(lambda driver: self.rows()[1][1] == "done")
        until(lambda: "\n3,done," in self.table("done"), "the state is stored")
        self.find("#private").click()
        self.wait(lambda driver: "+49 30 1234" in self.rows()[0])
        self.take_picture("desk-results")
        self.browser.execute_script("document.getElementById('state').value = 'done'; document.getElementById('state').dispatchEvent(new Event('change'))")
        self.wait(lambda driver: len(self.rows()) == 1)
        address = self.find("#export").get_attribute("href")
        text = self.browser.execute_script("return fetch(arguments[0]).then((answer) => answer.text())", address)
        self.assertEqual(text.splitlines()[0].lstrip("\ufeff"), "number,state,kept_at,service,day,phone,customer")
        self.assertIn("3,done,", text)
        self.assertEqual(len(text.splitlines()), 2)
        self.assertIn("bookings.csv", self.find("#export").get_attribute("download"))
        self.expect_clean()

    def table(self, state):
        """The rows in a state, as they are exported."""
        return self.browser.execute_script(
            "return fetch('/desk/api/results/bookings?format=csv&state=' + arguments[0]).then((answer) => answer.text())", state)


class RestartTests(DeskTests):
    def test_an_open_desk_outlives_a_restart(self):
        self.open_desk()
        self.bot.stop(signal.SIGKILL)
        self.see("The server does not answer.")
        self.bot.start()
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
        phone = self.bot.device()
        phone.writes("help")
        self.wait(lambda driver: len(self.waiting()) == 1)


if __name__ == "__main__":
    unittest.main()
