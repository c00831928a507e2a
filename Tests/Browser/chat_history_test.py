"""A long conversation in the chat page costs no more than a short one: counted, since how long it takes is the machine's affair."""

import unittest

from talkative import TalkativeTests


class HistoryTests(TalkativeTests):
    def test_a_thousand_messages_do_not_slow_it_down(self):
        self.open_chat()
        self.browser.execute_script("performance.setResourceTimingBufferSize(10_000)")
        few = self.work_of_a_message()
        self.hear_many()
        self.browser.execute_script("performance.setResourceTimingBufferSize(10_000)")
        self.assertLess(len(self.all("#log > li[data-id]")), 60, "only the newest page is loaded")
        before = self.requests()
        sequences = self.load_all()
        requests = self.requests() - before
        count = len(sequences)
        self.assertGreaterEqual(count, 1000)
        self.assertEqual(sequences, list(range(1, count + 1)), "every message is there once, in its place")
        self.assertLess(requests, count / 10, "messages are loaded by the page")
        many = self.work_of_a_message()
        scrolled = self.changes(self.scroll)
        print(f"\n{count} messages: {requests} requests to load them; one more changes {many} things in the page "
              f"(among few {few}), a hundred scrolled frames {scrolled}")
        self.assertLess(many, few + 200, "not for each message that is there")
        self.assertLess(scrolled, 100)

    def work_of_a_message(self):
        """How much one message changes in the page, and how often the server is asked, the middle of three."""
        self.browser.set_script_timeout(60)
        def work():
            before = self.requests()
            return self.changes(self.send_and_see) + self.requests() - before
        return sorted(work() for _ in range(3))[1]

    def requests(self):
        return self.browser.execute_script("return performance.getEntriesByType('resource').length")

    def changes(self, act):
        """How many elements, attributes and texts of the page `act` adds, takes away or changes."""
        self.browser.execute_script("""
            window.changed = 0;
            const size = (list) => [...list].reduce((sum, one) => sum + 1 + (one.querySelectorAll?.('*').length ?? 0), 0);
            window.count = (records) => {
              for (const one of records) window.changed += 1 + size(one.addedNodes) + size(one.removedNodes);
            };
            window.counter = new MutationObserver(window.count);
            window.counter.observe(
              document.documentElement, { childList: true, subtree: true, attributes: true, characterData: true });""")
        act()
        return self.browser.execute_script("""
            window.count(window.counter.takeRecords());
            window.counter.disconnect();
            return window.changed;""")


if __name__ == "__main__":
    unittest.main()
