"""How long the chat page takes for what people do in it; `Benchmarks/run page`."""

import time
import unittest

from talkative import TalkativeTests


class PageSpeed(TalkativeTests):
    def test_speed(self):
        self.open_chat()
        few = self.time_of_a_message()
        self.hear_many()
        began = time.monotonic()
        count = len(self.load_all())
        loading = time.monotonic() - began
        many = self.time_of_a_message()
        frame = self.work(self.scroll) / 100
        print(f"{count} messages: loaded in {loading:.1f} s, one more costs {many:.0f} ms of the processor "
              f"(among few {few:.0f} ms), a frame while scrolling {frame:.1f} ms")

    def work(self, act):
        """How long the page was at work meanwhile, in milliseconds of the processor."""
        self.browser.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
        def spent():
            metrics = self.browser.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]
            return next(each["value"] for each in metrics if each["name"] == "TaskDuration")
        before = spent()
        act()
        return 1000 * (spent() - before)

    def time_of_a_message(self):
        """What one message costs until it is to be seen, the middle of three."""
        self.browser.set_script_timeout(60)
        return sorted(self.work(self.send_and_see) for _ in range(3))[1]


if __name__ == "__main__":
    unittest.main()
