"""Recordings and films in the chat page, and pictures that wait until somebody wants to see them."""

import math
import pathlib
import struct
import tempfile
import unittest
import wave
import zlib

from chat import GALLERY, ChatTests

# A second of a film of two colours, as this browser records it.
FILM = """
    const done = arguments[0];
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const draw = canvas.getContext('2d');
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' });
    const pieces = [];
    recorder.ondataavailable = ({ data }) => pieces.push(data);
    recorder.onstop = async () => {
      const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer());
      done([...bytes]);
    };
    let frames = 0;
    const step = () => {
      draw.fillStyle = frames % 2 ? '#0a66d6' : '#f0a020';
      draw.fillRect(0, 0, 320, 180);
      frames += 1;
      if (frames < 25) setTimeout(step, 40);
      else recorder.stop();
    };
    recorder.start();
    step();"""

PLAY = """
    const [player, done] = arguments;
    player.muted = true;
    player.ontimeupdate = () => { if (player.currentTime > 0.1) { player.pause(); done(player.currentTime); } };
    player.onerror = () => done(String(player.error?.message));
    player.play().catch((problem) => done(String(problem)));"""


def tone(path, seconds=2):
    """A recording of one note (WAV, 8 kHz, 16 bits)."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(8_000)
        notes = (int(12_000 * math.sin(2 * math.pi * 440 * index / 8_000)) for index in range(8_000 * seconds))
        file.writeframes(b"".join(struct.pack("<h", note) for note in notes))


def picture(width, height):
    """A picture (PNG, 8 bits of each colour) that does not become small."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            rows += bytes(((x * 7 ^ y * 13) & 255, x * y & 255, x + y & 255)) if (x // 40 + y // 40) % 2 else b"\x0a\x66\xd6"
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(rows))) + chunk(b"IEND", b"")


class MediaTests(ChatTests):
    project = GALLERY
    # Whatever somebody else sends waits until it is asked for.
    environment = {"USHER_CONTENT_AUTOMATIC_KINDS": "none", "USHER_CONTENT_AUTOMATIC_SIZE": "1 KB"}

    def send(self, name, content):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / name
            if callable(content):
                content(file)
            else:
                file.write_bytes(content)
            self.browser.find_element("id", "files").send_keys(str(file))
            return self.last_of(f"#log li.mine:not(.pending):has([data-refresh])")

    def play(self, selector, browser=None):
        browser = browser or self.browser
        player = self.last_of(selector, browser)
        self.show(player, browser)
        self.assertIsNotNone(player.get_attribute("controls"))
        # Nothing is played to somebody who has not touched the page.
        self.find("#words", browser).click()
        played = browser.execute_async_script(PLAY, player)
        self.assertIsInstance(played, float, f"it cannot be played: {played}")
        self.assertGreater(played, 0.1)

    def invited(self):
        """Another browser in the same conversation."""
        invitation = self.browser.execute_async_script("""
            const done = arguments[0];
            fetch('/chat/api/conversations').then((answer) => answer.json()).then(({ conversations }) =>
              fetch(`/chat/api/conversations/${conversations[0].id}/invitations`, { method: 'POST' })
                .then((answer) => answer.json()).then((answer) => done(answer.invitation)));""")
        return self.open_chat(self.open_browser(), query=f"#invitation={invitation}")

    def test_a_recording_is_sent_and_heard_by_all(self):
        self.open_chat()
        other = self.invited()
        self.send("bell.wav", tone)
        self.play("#log li.mine[data-type=audio] audio")
        self.assertIn("0:02", self.last_of("#log li[data-type=audio] .footer").text)
        self.picture_of("audio", "#log li[data-type=audio]")
        self.play("#log li.theirs[data-type=audio] audio", other)
        self.expect_clean()
        self.expect_clean(other)

    def test_a_film_is_sent_and_watched_by_all(self):
        self.open_chat()
        other = self.invited()
        film = bytes(self.browser.execute_async_script(FILM))
        self.send("ride.webm", film)
        self.play("#log li.mine[data-type=video] video")
        player = self.last_of("#log li[data-type=video] video")
        self.assertEqual((player.get_attribute("width"), player.get_attribute("height")), ("320", "180"))
        self.picture_of("video", "#log li[data-type=video]")
        self.play("#log li.theirs[data-type=video] video", other)
        self.expect_clean()
        self.expect_clean(other)

    def test_what_only_calls_itself_a_film_is_a_file(self):
        self.open_chat()
        self.send("notes.webm", b"these are not the pictures of a film")
        self.last_of("#log li.mine[data-type=file] a.file")

    def test_a_picture_waits_until_somebody_wants_to_see_it(self):
        self.open_chat()
        other = self.invited()
        file = picture(900, 600)
        self.send("bike.png", file)
        waiting = self.last_of("#log li.theirs[data-type=image] .waiting", other)
        self.assertIn("bike.png", waiting.text)
        self.assertRegex(waiting.text, r"Show the picture · \d+")
        self.picture_of("picture-waiting", "#log li[data-type=image]", other)
        self.assertEqual(self.all("#log li.theirs img", other), [])
        other.execute_cdp_cmd("Network.enable", {})
        slow = {"offline": False, "latency": 20, "downloadThroughput": len(file) // 2, "uploadThroughput": -1}
        other.execute_cdp_cmd("Network.emulateNetworkConditions", slow)
        waiting.click()
        self.wait(lambda driver: 0 < float(driver.find_element("css selector", "#log .waiting progress").get_attribute("value")) < 1, other)
        self.picture_of("picture-coming", "#log li[data-type=image]", other)
        other.execute_cdp_cmd("Network.emulateNetworkConditions", {**slow, "downloadThroughput": -1})
        shown = self.last_of("#log li.theirs[data-type=image] img", other)
        self.wait(lambda driver: driver.execute_script("return arguments[0].naturalWidth", shown) == 900, other)
        self.assertEqual(len(other.window_handles), 1, "nothing was opened beside the conversation")
        other.refresh()
        self.wait_for_line(other)
        self.last_of("#log li.theirs[data-type=image] img", other)
        self.expect_clean(other)


if __name__ == "__main__":
    unittest.main()
