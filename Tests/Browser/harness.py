"""What tests in a browser share: a bot that runs, a browser, and a way to talk to the simulated Apple.

Everything is real: `usher dev` in a copy of a project, on ports of its own, and Chromium without a window.
"""

import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.ui import WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("USHER", str(ROOT / ".build/debug/usher"))
# How long anything may take on a busy machine; nothing waits so long that comes.
PATIENCE = 60


TAKEN = set()


def free_port():
    """A port below those of outgoing connections (ip(7), ip_local_port_range), which therefore stays free; each only once."""
    for _ in range(100):
        port = random.randrange(20_000, 32_000)
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("127.0.0.1", port))
            if port not in TAKEN:
                TAKEN.add(port)
                return port
    raise AssertionError("every port that was tried is taken")


def call(address, body=None, method=None, headers=None):
    """Answers status and decoded JSON (text, when it is none) of a request."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data=data, method=method, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, read(answer.read())
    except urllib.error.HTTPError as error:
        return error.code, read(error.read())


def read(data):
    try:
        return json.loads(data)
    except ValueError:
        return data.decode(errors="replace")


def until(condition, what="it happens"):
    """What `condition` answers, once that is something."""
    end = time.monotonic() + PATIENCE
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"waited {PATIENCE} seconds until {what}")
        time.sleep(0.02)


class Bot:
    """`usher dev` in a copy of a project."""

    def __init__(self, project=ROOT, environment=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="usher-browser-"))
        for name in ("Flows", "Config"):
            if (pathlib.Path(project) / name).exists():
                shutil.copytree(pathlib.Path(project) / name, self.folder / name)
        self.port, self.simulator_port = free_port(), free_port()
        self.environment = {**os.environ, **(environment or {})}
        self.process = None

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        with open(self.folder / "output.txt", "ab") as output:
            self.process = subprocess.Popen(
                [PROGRAM, "dev", str(self.folder), "--port", str(self.port), "--simulator-port", str(self.simulator_port)],
                cwd=self.folder, env=self.environment, stdout=output, stderr=output)
        until(self.is_ready, "the bot is ready")
        return self

    def is_ready(self):
        if self.process.poll() is not None:
            raise AssertionError(f"usher dev ended: {self.said()}")
        with contextlib.suppress(OSError):
            return call(self.address + "/health/ready")[0] == 200
        return False

    def said(self):
        return (self.folder / "output.txt").read_text(errors="replace")

    def stop(self, how=signal.SIGTERM):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)

    def close(self):
        self.stop(signal.SIGKILL)
        shutil.rmtree(self.folder, ignore_errors=True)

    def simulated(self, path, body=None, method=None):
        """Calls the simulated Apple; fails when it refuses."""
        status, answer = call(f"http://127.0.0.1:{self.simulator_port}/simulator/{path}", body, method)
        assert status < 300, f"{path}: {status} {answer}"
        return answer

    def device(self, kind="iphone"):
        business = self.simulated("businesses")["businesses"][0]["id"]
        return Phone(self, self.simulated("devices", {"business": business, "kind": kind})["id"])


class Phone:
    """A device of the simulated Apple."""

    def __init__(self, bot, device):
        self.bot, self.device, self.seen = bot, device, 0

    def does(self, what, body):
        return self.bot.simulated(f"devices/{self.device}/{what}", body)

    def writes(self, text):
        self.does("text", {"text": text})

    def waits_for(self, condition, what):
        """The first of the messages not looked at yet that `condition` holds for."""
        def look():
            path = f"devices/{self.device}/messages?after={self.seen}&wait=5"
            for entry in self.bot.simulated(path)["messages"]:
                self.seen = entry["number"]
                if condition(entry):
                    return entry
        return until(look, what)


def chromium(*arguments, size=(1100, 850), language="en"):
    options = webdriver.ChromeOptions()
    for argument in (
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
        f"--window-size={size[0]},{size[1]}", f"--lang={language}", *arguments,
    ):
        options.add_argument(argument)
    options.add_experimental_option("prefs", {"intl.accept_languages": language})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    # The customer lives where the tested shop is, so that both call the same day today.
    service = Service("/usr/bin/chromedriver", env={**os.environ, "TZ": "Europe/Berlin"})
    return webdriver.Chrome(service=service, options=options)


def shown(driver, selector):
    """The first of these elements that is to be seen."""
    return next((each for each in driver.find_elements("css selector", selector) if each.is_displayed()), None)


class BrowserTests(unittest.TestCase):
    """A bot for all tests of a class, and a browser for each."""

    project = ROOT
    environment = {}

    @classmethod
    def setUpClass(cls):
        cls.bot = Bot(cls.project, cls.environment)
        cls.addClassCleanup(cls.bot.close)
        cls.bot.start()

    def setUp(self):
        self.browser = self.open_browser()

    def open_browser(self, *arguments, **options):
        browser = chromium(*arguments, **options)
        self.addCleanup(browser.quit)
        return browser

    def wait(self, condition, browser=None):
        return WebDriverWait(
            browser or self.browser, PATIENCE, poll_frequency=0.05, ignored_exceptions=[StaleElementReferenceException],
        ).until(condition)

    def find(self, selector, browser=None):
        """The element, once it is to be seen."""
        return self.wait(lambda driver: shown(driver, selector), browser)

    def click(self, selector, browser=None):
        """Clicks the element, once it is to be seen, also when the page draws it again meanwhile."""
        def press(driver):
            found = shown(driver, selector)
            if found:
                found.click()
            return found
        self.wait(press, browser)

    def see(self, text, browser=None):
        self.wait(lambda driver: text in driver.find_element("css selector", "body").text, browser)

    def expect_no_complaints(self, browser=None, expected=None):
        """Nothing that the page may not do was tried, and nothing failed but what the pattern `expected` describes."""
        bad = [entry["message"] for entry in (browser or self.browser).get_log("browser")
               if entry["level"] == "SEVERE" and "favicon" not in entry["message"]
               and not (expected and re.search(expected, entry["message"]))]
        self.assertEqual(bad, [])

    def take_picture(self, name, browser=None):
        """Keeps what the browser shows, when a folder for it is given."""
        if folder := os.environ.get("PICTURES"):
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            (browser or self.browser).save_screenshot(str(pathlib.Path(folder) / f"{name}.png"))
