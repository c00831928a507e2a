"""The desk when answers come late, or not at all, or are refusals: nothing that was written is lost."""

import unittest

from selenium.webdriver.common.keys import Keys

from desk import DeskTests

# Each wrapper of `fetch` counts what is under way. `hold` keeps the first request back, or its answer, until `letGo` is
# called; `drop` loses the first one; `refuse` answers the first one itself.
WRAP = """
    const [kind, pattern, status, body] = arguments;
    const send = window.fetch;
    const wanted = new RegExp(pattern);
    window.underWay = 0;
    window.met = 0;
    const wrapped = async (...request) => {
      if (window.met > 0 || !wanted.test(request[0])) return send(...request);
      window.met += 1;
      if (kind === 'drop') throw new TypeError('lost');
      if (kind === 'refuse') return new Response(body, { status, headers: { 'Content-Type': 'application/json' } });
      const go = new Promise((resolve) => { window.letGo = resolve; });
      if (kind === 'hold request') await go;
      const answer = await send(...request);
      const text = await answer.text();
      await go;
      return new Response(text || null, { status: answer.status, headers: answer.headers });
    };
    window.fetch = async (...request) => {
      window.underWay += 1;
      try { return await wrapped(...request); } finally { window.underWay -= 1; }
    };"""


class NetworkTests(DeskTests):
    def wrap(self, kind, pattern, *rest):
        self.browser.execute_script(WRAP, kind, pattern, *rest)

    def preload(self, kind, pattern):
        """Wraps `fetch` before the page begins."""
        source = f"((...arguments) => {{{WRAP.replace('arguments', 'given')}}})".replace("(...arguments)", "(...given)")
        self.browser.execute_cdp_cmd(
            "Page.addScriptToEvaluateOnNewDocument", {"source": f"{source}({kind!r}, {pattern!r});"})

    def met(self):
        """Waits until the page has asked for what is held, lost or refused."""
        self.wait(lambda driver: driver.execute_script("return window.met") == 1)

    def let_go(self):
        """Lets the held request go, and waits until nothing is under way and the page has drawn it."""
        self.wait(lambda driver: driver.execute_script("return Boolean(window.letGo)"))
        self.browser.execute_script("window.letGo()")
        self.settle()

    def settle(self):
        self.wait(lambda driver: driver.execute_script("return window.underWay") == 0)
        self.browser.execute_async_script("""
            const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));""")

    def handed_over(self):
        """A customer who waits for people."""
        phone = self.bot.device()
        phone.writes("help")
        phone.waits_for(lambda entry: "Jo is coming" in str(entry), "the hand-over")
        return phone

    def open_first(self):
        """Opens the desk and the first conversation, until the test ends."""
        self.open_desk()
        self.addCleanup(self.give_all_back)
        self.choose()
        self.said("customer", "help")
        self.wait(lambda driver: driver.find_element("id", "replies-button").is_enabled())

    def give_all_back(self):
        for number in self.browser.execute_script(
                "return [...document.querySelectorAll('#waiting [data-id]')].map((item) => item.dataset.id)"):
            self.give_back_elsewhere(number)

    def give_back_elsewhere(self, number):
        """Gives a conversation back as another agent would."""
        self.browser.execute_async_script("""
            const [number, done] = arguments;
            fetch(`/desk/api/handovers/${number}/give-back`, {
              method: 'POST', headers: { 'Content-Type': 'application/json' },
              body: JSON.stringify({ id: crypto.randomUUID() }),
            }).then(() => done());""", number)

    def number(self, place=1):
        """The number of a conversation of the list."""
        return self.find(f"#waiting > li:nth-child({place}) button").get_attribute("data-id")

    def value(self, selector="#words"):
        return self.browser.find_element("css selector", selector).get_attribute("value")

    def set(self, field, value):
        self.browser.execute_script("""
            const field = document.getElementById(arguments[0]);
            field.value = arguments[1];
            field.dispatchEvent(new Event('change'));""", field, value)

    def reason(self, words):
        """Waits until the dialog says what keeps it."""
        self.wait(lambda driver: words in driver.find_element("css selector", "#dialog .problem").text)

    def closed(self):
        self.wait(lambda driver: not driver.find_element("id", "dialog").is_displayed())


class DialogTests(NetworkTests):
    def test_what_was_written_in_a_dialog_stays_when_the_conversation_has_ended(self):
        self.handed_over()
        self.open_first()
        self.find("#note-button").click()
        self.find("#dialog textarea").send_keys("Called twice.")
        self.give_back_elsewhere(self.number())
        self.wait(lambda driver: driver.find_elements("css selector", "#open.over"))
        self.find("#dialog [type=submit]").click()
        self.reason("no longer with people")
        self.assertEqual(self.value("#dialog textarea"), "Called twice.")
        self.wait(lambda driver: driver.switch_to.active_element.get_attribute("type") == "submit")
        self.press(Keys.ESCAPE)
        self.closed()

    def test_what_is_refused_stays_in_its_dialog_and_is_sent_with_the_next_try(self):
        phone = self.handed_over()
        self.open_first()
        self.find("#choices").click()
        self.find("#dialog input").send_keys("Which wheel?")
        self.find("#dialog textarea").send_keys("Front", Keys.ENTER, "Rear")
        self.wrap("refuse", "/messages$", 422, '{"error": {"reason": "they are too long"}}')
        self.find("#dialog [type=submit]").click()
        self.see("That did not work: they are too long")
        self.assertEqual([self.value("#dialog input"), self.value("#dialog textarea")], ["Which wheel?", "Front\nRear"])
        # Nothing says that it was sent.
        self.assertFalse(any("Which wheel?" in words for _, words in self.bubbles()))
        self.find("#dialog [type=submit]").click()
        self.closed()
        phone.waits_for(lambda entry: "Rear" in str(entry), "the choices")
        self.said("person", "Which wheel?")
        # The same for what customers do not see.
        self.find("#transfer").click()
        self.find("#dialog textarea").send_keys("Needs a mechanic.")
        self.wrap("refuse", "/transfer$", 422, '{"error": {"reason": "it is closed"}}')
        self.find("#dialog [type=submit]").click()
        self.see("That did not work: it is closed")
        self.assertEqual(self.value("#dialog textarea"), "Needs a mechanic.")
        self.find("#dialog [type=submit]").click()
        self.closed()
        self.wait(lambda driver: "workshop" in self.waiting()[0])

    def test_a_dialog_waits_for_the_server_and_is_sent_once(self):
        self.handed_over()
        self.open_first()
        self.find("#note-button").click()
        self.find("#dialog textarea").send_keys("Called twice.")
        self.wrap("drop", "/notes$")
        self.find("#dialog [type=submit]").click()
        self.reason("The server does not answer.")
        self.closed()
        self.said("note", "Called twice.")
        self.assertEqual(sum("Called twice." in words for _, words in self.bubbles()), 1)


class ReplyTests(NetworkTests):
    def test_a_half_written_answer_outlives_the_replies(self):
        phone = self.handed_over()
        self.open_first()
        self.find("#words").send_keys("Good question.")
        self.find("#replies-button").click()
        self.see("We are open until six.")
        self.press(Keys.ESCAPE)
        self.assertEqual(self.value(), "Good question.")
        # What is sent while replies are shown is not their slash.
        self.find("#replies-button").click()
        self.find("#send").click()
        self.assertEqual(self.value(), "Good question.")
        # It comes before the reply that is chosen.
        self.find("#replies-button").click()
        self.press("hou", Keys.ENTER)
        self.wait(lambda driver: self.value() == "Good question.\nWe are open until six.")
        self.press(Keys.ENTER)
        phone.waits_for(lambda entry: "Good question.\\nWe are open until six." in str(entry), "the answer")
        # With nothing written, nothing stays.
        self.find("#replies-button").click()
        self.press(Keys.ESCAPE)
        self.assertEqual(self.value(), "")

    def test_another_conversation_does_not_take_the_answer_of_this_one(self):
        self.handed_over()
        self.handed_over()
        self.open_first()
        self.find("#words").send_keys("Good question.")
        self.find("#replies-button").click()
        self.wait(lambda driver: len(self.waiting()) == 2)
        self.choose(2)
        self.wait(lambda driver: self.value() == "")
        self.choose(1)
        self.wait(lambda driver: self.value() == "Good question.")

    def test_replies_and_questions_are_fetched_again(self):
        phone = self.handed_over()
        self.open_desk()
        self.addCleanup(self.give_all_back)
        self.wrap("drop", "/offers$")
        self.choose()
        self.met()
        self.said("customer", "help")
        phone.writes("Are you there?")
        self.said("customer", "Are you there?")
        self.wait(lambda driver: driver.find_element("id", "replies-button").is_enabled())


class FileTests(NetworkTests):
    def test_a_file_goes_out_when_the_server_answers_again(self):
        self.handed_over()
        self.open_first()
        self.wrap("drop", r"/files\?name=")
        self.browser.find_element("id", "attached").send_keys(str(self.photo()))
        self.see("The server does not answer.")
        self.said("person", "wheel.png")
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())

    def test_who_is_signed_out_sees_where_to_sign_in_and_the_file_goes_out(self):
        self.handed_over()
        self.open_first()
        self.wrap("refuse", r"/files\?name=", 401, '{"error": {"reason": "sign in", "sign_in": "/operators"}}')
        self.browser.execute_script("""
            const banner = document.getElementById('banner');
            new MutationObserver(() => {
              window.shown = banner.querySelector('a')?.getAttribute('href') ?? window.shown;
            }).observe(banner, { childList: true });""")
        self.browser.find_element("id", "attached").send_keys(str(self.photo()))
        self.wait(lambda driver: driver.execute_script("return window.shown") == "/operators")
        self.said("person", "wheel.png")


class BeginningTests(NetworkTests):
    def test_a_request_that_is_lost_while_the_page_begins(self):
        self.handed_over()
        for pattern in ("/queues$", "/about$", "/session$"):
            with self.subTest(pattern):
                self.browser.get("about:blank")
                self.preload("drop", pattern)
                self.open_desk()
                self.met()
                self.wait(lambda driver: len(self.waiting()) == 1)
                self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
                # It hears what is new.
                self.handed_over()
                self.wait(lambda driver: len(self.waiting()) == 2)
                self.give_back_elsewhere(self.number(2))
                self.wait(lambda driver: len(self.waiting()) == 1)
                self.browser.quit()
                self.browser = self.open_browser()


class RowTests(NetworkTests):
    def book(self, service):
        phone = self.bot.device()
        phone.writes("hello")
        for answer, words in [(service, "When will"), ("Today", "number"), ("+49 30 1234", "Thank you!")]:
            phone.writes(answer)
            phone.waits_for(lambda entry, words=words: words in str(entry), words)

    def rows(self):
        return self.browser.execute_script(
            "return [...document.querySelectorAll('#sheet tbody tr')].map((row) => row.querySelector('select').value)")

    def test_the_rows_are_those_of_the_filter_that_was_chosen_last(self):
        self.book("Puncture")
        self.book("Brakes")
        self.open_desk()
        self.click("#views [data-view=bookings]")
        self.wait(lambda driver: len(self.rows()) > 1)
        rows = self.rows()
        self.wrap("hold answer", "/results/bookings[?].*state=done")
        self.set("state", "done")
        self.met()
        self.set("state", "cancelled")
        self.wait(lambda driver: self.rows() == [] and "No rows." in driver.find_element("id", "count").text)
        self.set("state", "open")
        self.wait(lambda driver: self.rows() == rows)
        self.let_go()
        self.assertEqual(self.rows(), rows)

    def test_more_rows_are_not_mixed_with_those_of_another_filter(self):
        self.book("Puncture")
        self.open_desk()
        # There are more rows than come at once.
        self.browser.execute_script("""
            const send = window.fetch;
            window.fetch = async (...request) => {
              // Those that follow are the first once more.
              const answer = await send(request[0].replace('after=1&', ''), request[1]);
              if (!/results.bookings[?]limit/.test(request[0])) return answer;
              return new Response(JSON.stringify({ ...await answer.json(), next: '1' }), { status: 200 });
            };""")
        self.click("#views [data-view=bookings]")
        self.find("#more")
        self.wrap("hold answer", "/results/bookings[?]after=")
        self.click("#more")
        self.met()
        self.set("state", "cancelled")
        self.wait(lambda driver: self.rows() == [])
        self.let_go()
        self.assertEqual(self.rows(), [])


class GiveBackTests(NetworkTests):
    def test_giving_one_back_does_not_take_away_another_that_is_open(self):
        self.handed_over()
        self.handed_over()
        self.open_first()
        self.wait(lambda driver: len(self.waiting()) == 2)
        first = self.number()
        self.wrap("hold request", "/give-back$")
        self.find("#give-back").click()
        self.met()
        self.choose(2)
        self.wait(lambda driver: self.focused() == "words")
        self.let_go()
        self.wait(lambda driver: len(self.waiting()) == 1 and self.number() != first)
        self.settle()
        self.assertEqual(self.focused(), "words")
        self.assertEqual(self.browser.find_element("id", "desk").get_attribute("data-place"), "conversation")


if __name__ == "__main__":
    unittest.main()
