"""Files in the chat page: dropped, sent in pieces, gone on with after a reload."""

import pathlib
import tempfile
import unittest

from chat import GALLERY, ChatTests

# A picture of one colour (PNG, 1 pixel).
PICTURE = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108020000009077"
    "53de0000000c4944415408d763f8cfc000000301010018dd8db00000000049454e44ae426082")

DROP = """
    const [name, type, size] = arguments;
    const bytes = new Uint8Array(size);
    for (let index = 0; index < size; index += 4096) bytes[index] = index % 251;
    const files = new DataTransfer();
    files.items.add(new File([bytes], name, { type }));
    for (const kind of ['dragenter', 'dragover', 'drop']) {
      document.body.dispatchEvent(new DragEvent(kind, { dataTransfer: files, bubbles: true, cancelable: true }));
    }"""

# Lines as of a slow phone, so that there is something to see.
SLOW = {"offline": False, "latency": 20, "downloadThroughput": -1, "uploadThroughput": 1_500_000}


class FileTests(ChatTests):
    project = GALLERY

    def slow_down(self):
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", SLOW)

    def speed_up(self):
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**SLOW, "latency": 0, "uploadThroughput": -1})

    def progress(self):
        bars = self.all("#log progress")
        return float(bars[0].get_attribute("value")) if bars else None

    def size_of(self, link):
        return self.browser.execute_async_script("""
            const [address, done] = arguments;
            fetch(address).then((answer) => answer.blob()).then((file) => done(file.size));""", link.get_attribute("href"))

    def unsent(self):
        """How much the browser keeps that is still to be sent."""
        return self.browser.execute_async_script("""
            const [done] = arguments;
            const opening = indexedDB.open('usher-chat');
            opening.onsuccess = () => {
              const counting = opening.result.transaction('outbox').objectStore('outbox').count();
              counting.onsuccess = () => { opening.result.close(); done(counting.result); };
            };""")

    def watch_progress(self):
        self.browser.execute_script("""
            window.progress = [];
            new MutationObserver(() => {
              const bar = document.querySelector('#log progress');
              if (bar && bar.value !== window.progress.at(-1)) window.progress.push(bar.value);
            }).observe(document.getElementById('log'), { subtree: true, childList: true, attributes: true });""")

    def test_a_picture_answers_a_question(self):
        self.open_chat()
        self.write("upload")
        self.told("Please send a picture of it.")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "wheel.png"
            file.write_bytes(PICTURE)
            self.browser.find_element("id", "files").send_keys(str(file))
            self.told("Thank you, we have wheel.png.")
        picture = self.last_of("li.mine[data-type=image] img")
        self.wait(lambda driver: driver.execute_script("return arguments[0].naturalWidth", picture) == 1)
        self.picture_of("own-picture", "#log li.mine[data-type=image]")
        self.expect_clean()

    def test_a_file_is_dropped_and_its_progress_is_seen(self):
        self.open_chat()
        self.watch_progress()
        self.slow_down()
        self.browser.execute_script(DROP, "<b>plan</b>.pdf", "application/pdf", 4_000_000)
        bar = self.find("#log progress")
        self.assertIn("<b>plan</b>.pdf", bar.get_attribute("aria-label"))
        self.wait(lambda _: 0 < (self.progress() or 0) < 1)
        self.take_picture("upload")
        self.speed_up()
        self.last_of("li.mine[data-type=file] a.file")
        steps = self.browser.execute_script("return window.progress")
        self.assertEqual(steps, sorted(steps), "it never goes back")
        self.assertGreater(len(steps), 2)
        self.assertIn("<b>plan</b>.pdf", self.last_of("li.mine[data-type=file]").text)
        self.expect_clean()

    def test_an_upload_goes_on_after_a_reload(self):
        self.open_chat()
        self.slow_down()
        self.browser.execute_script(DROP, "long.pdf", "application/pdf", 8_000_000)
        held = self.wait(lambda _: (self.progress() or 0) > 0.2 and self.progress())
        self.browser.refresh()
        self.wait_for_line()
        self.watch_progress()
        again = self.wait(lambda _: self.progress() or self.browser.execute_script("return window.progress.at(-1)"))
        self.assertGreaterEqual(again, held - 0.15, "what the server had was not sent again")
        self.speed_up()
        link = self.last_of("li.mine[data-type=file] a.file")
        self.assertEqual(self.size_of(link), 8_000_000)
        self.assertEqual(len(self.all("li.mine[data-type=file]")), 1)

    def test_an_upload_outlives_a_lost_connection(self):
        self.open_chat()
        self.watch_progress()
        self.slow_down()
        self.browser.execute_script(DROP, "robust.pdf", "application/pdf", 6_000_000)
        self.wait(lambda _: (self.progress() or 0) > 0.2)
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**SLOW, "offline": True})
        self.see("You are offline")
        self.speed_up()
        link = self.last_of("li.mine[data-type=file] a.file")
        steps = self.browser.execute_script("return window.progress")
        self.assertEqual(steps, sorted(steps), "it never goes back")
        self.assertEqual(self.size_of(link), 6_000_000)

    def test_one_that_is_too_large_is_refused_before_it_is_sent(self):
        self.open_chat()
        self.browser.execute_script(DROP, "huge.pdf", "application/pdf", 26_000_000)
        self.see("huge.pdf is too large.")
        self.assertEqual(self.all("li.pending"), [])

    def test_an_upload_can_be_given_up(self):
        self.open_chat()
        self.slow_down()
        self.browser.execute_script(DROP, "unwanted.pdf", "application/pdf", 6_000_000)
        self.wait(lambda _: (self.progress() or 0) > 0)
        self.last("#log .upload .remove").click()
        self.wait(lambda driver: not driver.find_elements("css selector", "#log progress"))
        self.wait(lambda _: self.unsent() == 0)
        self.browser.refresh()
        self.wait_for_line()
        self.assertEqual(self.all("#log progress"), [])


if __name__ == "__main__":
    unittest.main()
