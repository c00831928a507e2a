"""The chat page on slow and broken networks: what is written arrives once, in its conversation, in order."""

import unittest

from chat import ChatTests, WATCH

# Requests for which `window.holds` answers true wait until `letGo` is called; what is sent to addresses is counted.
HOLD = """
const usual = window.fetch;
let waiting = [];
window.sent = [];
window.holds = (method, address) => false;
window.letGo = () => { window.holds = () => false; waiting.forEach((go) => go()); waiting = []; };
window.fetch = async (address, options) => {
  const method = options?.method ?? 'GET';
  window.sent.push(`${method} ${address}`);
  if (window.holds(method, String(address))) await new Promise((resolve) => { waiting.push(resolve); });
  return usual(address, options);
};
"""


class SlowNetworkTests(ChatTests):
    def hold(self, condition):
        self.browser.execute_script(f"window.holds = (method, address) => {condition}")

    def let_go(self):
        self.browser.execute_script("window.letGo()")

    def has_asked(self, words):
        self.wait(lambda driver: driver.execute_script("return window.sent.some((one) => one.includes(arguments[0]))", words))

    def written(self):
        return [each.text for each in self.all("li.mine .body")]

    def open_with_another_conversation(self):
        """Opens the chat of a customer who has two conversations; in the one that is not shown "hello" was written."""
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HOLD})
        self.browser.execute_async_script("""
            const done = arguments[0];
            const body = JSON.stringify({ distinct: false });
            fetch('/chat/api/conversations', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
              .then((response) => response.json())
              .then(({ id }) => { localStorage.setItem('usher-conversation', id); done(); });""")
        self.browser.refresh()
        self.wait_for_line()

    def choose_other(self):
        self.wait(lambda driver: driver.find_elements("css selector", "#conversations option:not(:checked)"))[0].click()

    def test_what_is_written_before_the_conversation_is_there_is_sent(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": WATCH + HOLD + "window.holds = (method, address) => address.endsWith('/session');"})
        self.browser.get(self.bot.address + "/chat")
        self.has_asked("/session")
        self.write("hello")
        self.assertEqual(self.find("li.pending .body").text, "hello")
        self.let_go()
        self.told("Hello! Ask for cards")
        self.wait_for_line()
        self.assertEqual(self.written(), ["hello"])
        self.assertEqual(self.all("li.pending"), [])
        self.expect_clean()

    def test_what_is_written_while_messages_are_loaded_is_sent_once_and_stays_in_sight(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": HOLD + "window.holds = (method, address) => /messages.limit=/.test(address);"})
        self.browser.get(self.bot.address + "/chat")
        self.has_asked("/messages?limit=")
        self.write("hello")
        self.has_asked("POST /chat/api/conversations/")
        self.let_go()
        self.told("Hello! Ask for cards")
        self.wait_for_line()
        self.browser.refresh()
        self.has_asked("/messages?limit=")
        self.let_go()
        self.told("Hello! Ask for cards")
        self.assertEqual(self.written(), ["hello"])

    def test_what_is_written_after_another_conversation_was_chosen_goes_there(self):
        self.open_with_another_conversation()
        self.hold("address.includes('/messages')")
        self.browser.execute_script("window.sent.length = 0")
        self.choose_other()
        self.has_asked("/messages?limit=")
        self.write("asks")
        self.let_go()
        self.told("Shall we begin?")
        self.wait_for_line()
        self.assertEqual(self.written(), ["hello", "asks"])

    def test_of_two_conversations_chosen_quickly_the_second_is_shown(self):
        self.open_with_another_conversation()
        # The first answer that was asked for comes last.
        self.browser.execute_script("""
            let asked = 0;
            window.holds = (method, address) => /messages.limit=/.test(address) && (asked += 1) === 1;
            window.sent.length = 0;""")
        self.choose_other()
        self.has_asked("/messages?limit=")
        self.choose_other()
        self.wait_for_line()
        self.write("stars")
        self.told("How was the repair?")
        self.let_go()
        self.write("asks")
        self.told("Shall we begin?")
        self.assertEqual(self.written(), ["stars", "asks"])
        self.choose_other()
        self.told("Hello! Ask for cards")
        self.wait_for_line()
        self.assertEqual(self.written(), ["hello"])

    def test_a_conversation_that_could_not_be_opened_is_tried_again(self):
        self.open_with_another_conversation()
        self.browser.execute_script("""
            const usual = window.fetch;
            window.isRefusing = true;
            window.fetch = async (address, options) => {
              if (window.isRefusing && /messages.limit=/.test(address)) throw new TypeError('the network is away');
              return usual(address, options);
            };""")
        self.choose_other()
        self.see("Connecting…")
        self.browser.execute_script("window.isRefusing = false")
        self.told("Hello! Ask for cards")
        self.wait_for_line()
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())

    def refuse(self, condition, answer="throw new TypeError('the network is away')"):
        """Requests that the condition is for are not sent while `window.isRefusing`."""
        self.browser.execute_script(f"""
            const usual = window.fetch;
            window.isRefusing = true;
            window.fetch = async (address, options) => {{
              const method = options?.method ?? 'GET';
              if (window.isRefusing && ({condition})) {{ window.sent.push(`refused ${{method}} ${{address}}`); {answer}; }}
              return usual(address, options);
            }};""")

    def count(self, words):
        return self.browser.execute_script("return window.sent.filter((one) => one.includes(arguments[0])).length", words)

    def test_what_is_still_to_be_sent_stays_in_sight_while_the_messages_cannot_be_loaded(self):
        self.open_with_another_conversation()
        self.refuse("address.includes('/messages')")
        self.choose_other()
        self.has_asked("refused GET")
        self.write("asks")
        self.find("li.pending")
        self.browser.execute_script("window.sent.length = 0")
        self.wait(lambda driver: self.count("refused GET") > 1)
        self.assertEqual(self.written(), ["asks"])
        self.browser.execute_script("window.isRefusing = false")
        self.told("Shall we begin?")
        self.wait_for_line()
        self.assertEqual(self.written(), ["hello", "asks"])

    def test_what_was_written_before_a_reload_goes_first(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": HOLD + "window.holds = (method, address) => /messages.limit=/.test(address);"})
        self.open_chat_held()
        self.let_go()
        self.wait_for_line()
        self.refuse("method === 'POST' && address.endsWith('/messages')")
        self.write("hello")
        self.has_asked("refused POST")
        self.open_chat_held()
        self.write("asks")
        self.wait(lambda driver: self.count("POST /chat/api/conversations/") > 1 and not self.all("li.pending"))
        self.let_go()
        self.told("Shall we begin?")
        self.wait_for_line()
        self.assertEqual(self.written(), ["hello", "asks"])

    def open_chat_held(self):
        self.browser.get(self.bot.address + "/chat")
        self.has_asked("/messages?limit=")

    def test_an_answer_that_broke_off_is_no_refusal(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HOLD})
        self.open_chat()
        self.refuse("method === 'POST' && address.endsWith('/messages')", """
            window.isRefusing = false;
            await usual(address, options);
            return new Response(new ReadableStream({ start(body) { body.error(new TypeError('broken')); } }), { status: 201 })""")
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.wait(lambda driver: self.count("POST /chat/api/conversations/") >= 2 and not self.all("li.pending"))
        self.assertEqual(self.written(), ["hello"])
        self.assertEqual(self.find("#words").get_attribute("value"), "")

    def test_what_was_read_is_reported_again(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": HOLD})
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.refuse("address.endsWith('/receipts')")
        self.write("asks")
        self.has_asked("refused POST")
        self.browser.execute_script("window.isRefusing = false; window.sent.length = 0; dispatchEvent(new Event('offline'));")
        self.has_asked("/receipts")

    def test_a_text_that_was_refused_returns_to_its_conversation(self):
        self.open_with_another_conversation()
        self.refuse("method === 'POST' && address.endsWith('/messages')", """
            await new Promise((resolve) => { window.answer = resolve; });
            return new Response('{"error": {"reason": "it is refused"}}', { status: 409 })""")
        self.write("for the second")
        self.wait(lambda driver: driver.execute_script("return Boolean(window.answer)"))
        self.choose_other()
        self.told("Hello! Ask for cards")
        self.wait_for_line()
        self.browser.execute_script("window.answer()")
        self.see("it is refused")
        self.assertEqual(self.find("#words").get_attribute("value"), "")
        self.choose_other()
        self.wait(lambda driver: self.find("#words").get_attribute("value") == "for the second")

    def test_a_file_is_sent_once_whichever_conversation_is_shown(self):
        self.open_with_another_conversation()
        self.hold("method === 'PUT'")
        path = self.bot.folder / "notes.txt"
        path.write_text("four words of text")
        self.browser.find_element("id", "files").send_keys(str(path))
        self.has_asked("PUT")
        for _ in range(2):
            self.choose_other()
            self.wait_for_line()
        self.find("li.pending progress")
        self.let_go()
        self.wait(lambda driver: not self.all("li.pending") and self.all("li.mine"))
        self.assertEqual(self.count("PUT"), 1)

    def test_an_invitation_is_in_the_address_until_it_was_answered_and_a_refused_one_holds_nothing_back(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {
            "source": HOLD + "window.holds = (method, address) => address.endsWith('/session');"})
        self.browser.get(self.bot.address + "/chat#invitation=x")
        self.has_asked("/session")
        self.write("hello")
        self.find("li.pending")
        self.assertIn("invitation", self.browser.current_url)
        self.let_go()
        self.wait(lambda driver: not self.all("li.pending"))
        self.assertEqual(self.find("#words").get_attribute("value"), "hello")
        self.assertNotIn("invitation", self.browser.current_url)
        self.browser.refresh()
        self.has_asked("/session")
        self.let_go()
        self.wait_for_line()

    def test_a_conversation_that_is_gone_leads_back(self):
        self.open_with_another_conversation()
        self.refuse("address.includes('/messages?limit=')", """
            window.isRefusing = false;
            return new Response('{"error": {"reason": "no such conversation"}}', { status: 404 })""")
        self.write("asks")
        self.told("Shall we begin?")
        self.choose_other()
        self.see("no such conversation")
        self.told("Shall we begin?")
        self.wait_for_line()
        self.assertEqual(self.written(), ["asks"])


if __name__ == "__main__":
    unittest.main()
