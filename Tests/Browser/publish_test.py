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


class PublishPageTests(StudioTests):
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


class PublishTests(PublishPageTests):
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


class PublishNetworkTests(PublishPageTests):
    """The page when answers come late, or not at all, or are refusals; no server runs."""

    STORED = "Published. The server takes it when it starts."

    def ready(self):
        self.wait(lambda driver: driver.find_element("id", "go").is_enabled())

    def publish(self, *lines):
        """Publishes the flows with more lines at their end."""
        flow = self.bot.folder / "Flows/visit.yaml"
        flow.write_text(flow.read_text() + "".join(f"# {line}\n" for line in lines))
        self.click("#again")
        self.ready()
        self.click("#go")
        self.wait(lambda driver: driver.find_element("id", "outcome").text == self.STORED)

    def meets(self, pattern, what):
        """Loses the first request to `pattern`, holds its answer, or answers that no one is signed in."""
        self.browser.execute_script("""
            const [pattern, what] = arguments;
            const send = window.fetch;
            window.met = false;
            window.letGo = undefined;
            window.fetch = async (...request) => {
              if (window.met || !request[0].endsWith(pattern)) return send(...request);
              window.met = true;
              if (what === 'drop') throw new TypeError('lost');
              if (what === 'sign out') {
                const reason = '{"error": {"reason": "sign in", "sign_in": "/operators"}}';
                return new Response(reason, { status: 401, headers: { 'Content-Type': 'application/json' } });
              }
              const answer = await send(...request);
              const body = await answer.text();
              await new Promise((resolve) => { window.letGo = resolve; });
              return new Response(body, { status: answer.status, headers: answer.headers });
            };""", pattern, what)

    def versions(self):
        return self.browser.execute_script(
            "return [...document.querySelectorAll('#list li')].map((item) => item.dataset.version.slice(0, 12))")

    def test_publishing_goes_on_after_a_bad_network(self):
        self.open_page()
        self.publish("one")
        self.publish("two")
        before = self.versions()[1]
        self.click("#list li:nth-child(2) button")
        self.ready()
        self.see(f"Going back to {before}")
        # The answer is lost: the page says so, and looks again by itself.
        self.meets("/publishing/publish", "drop")
        self.click("#go")
        self.see("The server does not answer.")
        self.assertEqual(self.browser.find_element("id", "outcome").text, "")
        self.ready()
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
        self.see(f"Going back to {before}")
        # No one is signed in any more: there is a link, and the version is not forgotten.
        self.meets("/publishing/publish", "sign out")
        self.click("#go")
        self.assertEqual(self.find("#banner a").get_attribute("href"), self.bot.address + "/operators")
        self.assertEqual(self.browser.find_element("id", "outcome").text, "")
        self.ready()
        self.see(f"Going back to {before}")
        # Whatever else is refused is looked at again at once.
        self.browser.execute_script("""
            const send = window.fetch;
            let isRefused = false;
            window.fetch = async (...request) => {
              if (isRefused || !request[0].endsWith('/publishing/publish')) return send(...request);
              isRefused = true;
              return new Response('{"error": {"reason": "the disk is full"}}', { status: 422 });
            };""")
        self.click("#go")
        self.wait(lambda driver: driver.find_element("id", "outcome").text == "the disk is full")
        self.ready()
        self.click("#go")
        self.wait(lambda driver: driver.find_element("id", "outcome").text == self.STORED)
        self.assertEqual(self.versions()[0], before)

    def test_what_is_shown_is_the_version_that_was_chosen_last(self):
        self.open_page()
        self.publish("first")
        self.publish("second", "third")
        self.publish("fourth", "fifth", "sixth")
        first, second = self.versions()[2], self.versions()[1]
        self.click(f"#list li[data-version^='{first}'] button")
        self.ready()
        of_first = self.browser.find_element("id", "changes").text
        self.click(f"#list li[data-version^='{second}'] button")
        self.wait(lambda driver: second in driver.find_element("id", "meaning-title").text)
        of_second = self.browser.find_element("id", "changes").text
        self.assertNotEqual(of_first, of_second)
        self.meets("/publishing/preview", "hold")
        self.click(f"#list li[data-version^='{first}'] button")
        self.wait(lambda driver: driver.execute_script("return Boolean(window.letGo)"))
        self.click(f"#list li[data-version^='{second}'] button")
        self.ready()
        self.browser.execute_async_script("""
            const done = arguments[0];
            window.letGo();
            requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));""")
        self.assertEqual(self.browser.find_element("id", "meaning-title").text, f"Going back to {second}")
        self.assertEqual(self.browser.find_element("id", "changes").text, of_second)
        # While a version is published, no other one is chosen.
        self.meets("/publishing/publish", "hold")
        self.click("#go")
        self.wait(lambda driver: driver.execute_script("return Boolean(window.letGo)"))
        self.assertEqual(self.browser.execute_script(
            "return document.querySelectorAll(':is(#list button, #again, #go):not(:disabled)').length"), 0)
        self.browser.execute_script("window.letGo()")
        self.wait(lambda driver: driver.find_element("id", "outcome").text == self.STORED)
        self.assertEqual(self.versions()[0], second)

    def test_waiting_for_someone_to_sign_in_begins_once(self):
        self.open_page()
        self.browser.execute_script("""
            const send = window.fetch;
            window.looks = 0;
            window.isSignedOut = true;
            window.fetch = async (...request) => {
              if (!request[0].endsWith('/publishing')) return send(...request);
              window.looks += 1;
              const reason = '{"error": {"reason": "sign in", "sign_in": "/operators"}}';
              return window.isSignedOut ? new Response(reason, { status: 401 }) : send(...request);
            };""")
        for count in range(1, 4):
            self.click("#again")
            self.wait(lambda driver: driver.execute_script("return window.looks") == count)
            self.looked()
        # All that wait look when the window is looked at again.
        self.browser.execute_script("window.isSignedOut = false; dispatchEvent(new Event('focus'))")
        self.wait(lambda driver: driver.execute_script("return window.looks") > 3)
        self.looked()
        self.assertEqual(self.browser.execute_script("return window.looks"), 4)


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
