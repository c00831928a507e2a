"""Publishing from the studio: what it means for those who wait, doing it, going back, and where customers are lost."""

import base64
import contextlib
import json
import os
import re
import signal
import subprocess
import unittest
import urllib.request
import uuid

from chat import WATCH
from desk import BIKE_SHOP
from harness import PATIENCE, PROGRAM, call, free_port, until
from studio import StudioTests

KEY = base64.b64encode(bytes(range(32))).decode()


class Server:
    """`usher serve` in the folder of a bot that is being written, with the web chat alone."""

    def __init__(self, folder):
        self.folder, self.port, self.process = folder, free_port(), None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        environment = {
            **os.environ, "USHER_SERVER_PORT": str(self.port), "USHER_WEB_CHAT_ENABLED": "true", "USHER_STORAGE_KEY": KEY,
            "USHER_SERVER_PUBLIC_URL": self.address,
        }
        with open(self.folder / "server.txt", "ab") as output:
            self.process = subprocess.Popen([PROGRAM, "serve"], cwd=self.folder, env=environment, stdout=output, stderr=output)
        until(self.is_ready, "the server is ready")
        return self

    def is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"usher serve ended: {(self.folder / 'server.txt').read_text()}")
        with contextlib.suppress(OSError):
            return call(self.address + "/health/ready")[0] == 200
        return False

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(PATIENCE)


class Customer:
    """A customer of the server's web chat."""

    def __init__(self, server):
        self.server, self.cookie = server, None
        self.conversation = None
        self.send("POST", "session", {})
        self.conversation = self.send("POST", "conversations", {})["id"]

    def send(self, method, path, body=None):
        headers = {"Origin": self.server.address, "Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.server.address}/chat/api/{path}", data=data, method=method, headers=headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            if cookie := answer.headers.get("Set-Cookie"):
                self.cookie = cookie.split(";")[0]
            return json.loads(answer.read() or b"null")

    def writes(self, text):
        self.send("POST", f"conversations/{self.conversation}/messages", {
            "id": str(uuid.uuid4()),
            "parts": [{"mime_type": "application/vnd.layer.text+json;role=root", "body": json.dumps({"text": text})}],
        })
        return self

    def hears(self, words):
        def look():
            messages = self.send("GET", f"conversations/{self.conversation}/messages?limit=50")["messages"]
            return any(words in (one.get("text") or one.get("summary") or json.dumps(one)) for one in messages)
        until(look, f"{words} is said")
        return self


class PublishTests(StudioTests):
    project = BIKE_SHOP
    environment = {"USHER_STORAGE_KEY": KEY}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Server(cls.bot.folder)
        cls.addClassCleanup(cls.server.stop)

    def setUp(self):
        # Each test begins with the files as they are, and without drafts.
        for file in (BIKE_SHOP / "Flows").iterdir():
            (self.bot.folder / "Flows" / file.name).write_bytes(file.read_bytes())
        super(StudioTests, self).setUp()

    def text(self, browser=None):
        """There is no editor on this page."""
        return ""

    def open_page(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
        self.browser.get(self.link.replace("/studio#", "/studio/publish#"))
        self.looked()

    def looked(self):
        self.wait(lambda driver: driver.find_elements("css selector", "#publish[aria-busy=false]"))

    def fates(self):
        return self.browser.execute_script("""
            return Object.fromEntries([...document.querySelectorAll('#fates li')].map((item) => [item.dataset.fate, Number(item.firstElementChild.textContent)]))""")

    def test_publish_with_people_waiting_and_go_back(self):
        # Before there is a server's database.
        self.open_page()
        self.see("There is no server’s database yet")
        self.assertNotIn("public_url", self.browser.find_element("id", "lead").text)
        # Three customers wait at two questions.
        self.server.start()
        for words in (["hello"], ["hello", "Brakes"], ["hello", "Puncture"]):
            customer = Customer(self.server)
            for word, answer in zip(words, ["What needs fixing?", "When will you come?"]):
                customer.writes(word).hears(answer)
        flow = self.bot.folder / "Flows/visit.yaml"
        text = flow.read_text()
        flow.write_text(text.replace("      Brakes: day\n", "      Brakes: brakes\n").replace(
            "  day:\n", "  brakes:\n    say: Brakes are done by Jo.\n    then: person\n\n  day:\n"))
        self.browser.find_element("id", "again").click()
        self.looked()
        self.see("3 customers are waiting.")
        fates = self.fates()
        self.assertEqual(sum(fates.values()), 3)
        self.assertEqual(fates["stuck"], 0)
        self.assertEqual(fates["changed"], 1)
        group = self.find(".group[data-fate=changed]")
        self.assertIn("What needs fixing?", group.text)
        row = next(one.text for one in group.find_elements("css selector", ".ways tbody tr") if "Brakes" in one.text)
        self.assertIn("visit/day", row)
        self.assertIn("visit/person", row)
        self.take_picture("studio-publish")
        self.find("#words").send_keys("Brakes are done by Jo")
        self.find("#go").click()
        self.wait(lambda driver: driver.find_element("id", "outcome").text == "The server answers with it now.")
        versions = self.browser.find_elements("css selector", "#list li")
        self.assertEqual(len(versions), 2)
        self.assertIn("Brakes are done by Jo", versions[0].text)
        self.assertIn("published, running", versions[0].text)
        Customer(self.server).writes("hello").hears("What needs fixing?").writes("Brakes").hears("Brakes are done by Jo.")
        # Back to the version before.
        self.find("#list li:nth-child(2) button").click()
        self.looked()
        self.see("Going back to")
        self.see("4 customers are waiting.")
        self.find("#go").click()
        self.wait(lambda driver: driver.find_element("id", "outcome").text == "The server answers with it now.")
        Customer(self.server).writes("hello").hears("What needs fixing?").writes("Brakes").hears("When will you come?")
        self.assertIn("published, running", self.browser.find_element("css selector", "#list li").text)
        self.expect_clean()

    def test_flows_with_errors_are_not_published(self):
        flow = self.bot.folder / "Flows/visit.yaml"
        flow.write_text(flow.read_text().replace("Brakes: day", "Brakes: nowhere"))
        self.open_page()
        self.see("This cannot be published")
        self.assertIn("nowhere", self.find(".reasons").text)
        self.assertFalse(self.browser.find_element("id", "go").is_enabled())
        self.expect_clean()


class TrafficTests(StudioTests):
    project = BIKE_SHOP

    def setUp(self):
        for file in (BIKE_SHOP / "Flows").iterdir():
            (self.bot.folder / "Flows" / file.name).write_bytes(file.read_bytes())
        super(StudioTests, self).setUp()

    def test_what_fitted_nothing_becomes_an_answer(self):
        for words in ("flat tyre", "Flat tyre!", "the chain is loose"):
            phone = self.bot.device()
            phone.writes("hello")
            phone.waits_for(lambda entry: "What needs fixing?" in str(entry), "the question")
            phone.writes(words)
            phone.waits_for(lambda entry: "Please choose" in str(entry), "the question again")
        self.open_studio(flow="Flows/visit.yaml")
        self.browser.execute_script(
            "const choice = document.getElementById('traffic'); choice.value = 'here'; choice.dispatchEvent(new Event('change'))")
        self.wait(lambda driver: "3 visits" in driver.find_element("id", "map").text)
        self.wait(lambda driver: [
            one.text for one in driver.find_elements("css selector", "#replies li .times")] == ["2×", "1×"])
        self.take_picture("studio-traffic")
        self.click("#replies li .add")
        self.wait(lambda driver: "Flat tyre" in self.text())
        self.told("Flat tyre")
        self.on_disk("Flat tyre: ", "visit.yaml")
        self.wait(lambda driver: len(driver.find_elements("css selector", "#replies li")) == 1)
        self.expect_clean()

    def test_with_each_change_of_the_text_the_numbers_are_counted_again(self):
        def visit():
            phone = self.bot.device()
            phone.writes("hello")
            phone.waits_for(lambda entry: "What needs fixing?" in str(entry), "the question")

        def box():
            return self.browser.execute_script("return document.querySelector('#map [data-step=welcome]')?.textContent ?? ''")

        visit()
        self.open_studio(flow="Flows/visit.yaml")
        self.browser.execute_script(
            "const choice = document.getElementById('traffic'); choice.value = 'here'; choice.dispatchEvent(new Event('change'))")
        before = int(self.wait(lambda driver: re.search(r"(\d+) visits?", box())).group(1))
        # With an error in the text, the map of the last flows keeps its numbers.
        self.type_over("Brakes: day", "Brakes: dya")
        self.problems("1 problem")
        visit()
        self.wait(lambda driver: driver.find_element("id", "phones").get_attribute("data-state") == "current")
        self.assertIn("visit", box())
        self.chord(".")
        self.problems("No problems")
        self.wait(lambda driver: f"{before + 1} visits" in box())
        # Another wording: they are counted again.
        visit()
        self.type_over("What needs fixing?", "What is broken?")
        self.wait(lambda driver: "What is broken?" in box() and f"{before + 2} visits" in box())
        # What customers typed belongs to the map alone.
        self.browser.find_element("id", "texts-tab").click()
        self.type_over("What is broken?", "What is it?")
        self.wait(lambda driver: driver.find_element("id", "saved").text == "Saved")
        self.assertFalse(self.browser.find_element("id", "replies").is_displayed())
        self.browser.find_element("id", "map-tab").click()
        self.wait(lambda driver: "What is it?" in box() and f"{before + 2} visits" in box())
        self.expect_clean()


if __name__ == "__main__":
    unittest.main()
