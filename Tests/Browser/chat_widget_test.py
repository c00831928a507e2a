"""The chat as a widget in another site."""

import base64
import hashlib
import hmac
import http.server
import json
import threading
import time
import unittest
import urllib.request

from chat import GALLERY, ChatTests
from harness import free_port

SECRET = "0123456789abcdef0123456789abcdef"
# Another site for browsers than 127.0.0.1, where the bot is.
HOST_PORT = free_port()
HOST = f"http://localhost:{HOST_PORT}"
STRANGE_PORT = free_port()


def signed(claims):
    """A token as the site around the chat signs it (RFC 7519)."""
    def text(value):
        return base64.urlsafe_b64encode(value).rstrip(b"=")
    body = text(json.dumps({"alg": "HS256", "typ": "JWT"}).encode()) + b"." + text(json.dumps(claims).encode())
    return (body + b"." + text(hmac.new(SECRET.encode(), body, hashlib.sha256).digest())).decode()


class Site:
    """A page of a shop, which lets in nothing but the widget."""

    def __init__(self, port, bot, attributes=""):
        page = (f'<!doctype html><html lang="de"><title>Shop</title><h1>Shop</h1>'
                f'<script src="{bot}/chat/widget.js" {attributes}></script></html>').encode()
        policy = f"default-src 'none'; script-src {bot}; frame-src {bot}"

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200 if self.path == "/" else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Security-Policy", policy)
                self.send_header("Content-Length", str(len(page)))
                self.end_headers()
                self.wfile.write(page)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class WidgetTests(ChatTests):
    project = GALLERY
    environment = {"USHER_WEB_CHAT_ALLOWED_ORIGINS": HOST, "USHER_WEB_CHAT_SIGN_IN_SECRET": SECRET}

    def visit(self, attributes="", port=HOST_PORT):
        site = Site(port, self.bot.address, attributes)
        self.addCleanup(site.close)
        self.browser.get(f"http://localhost:{port}/")
        return site

    def shadow(self):
        return self.wait(lambda driver: driver.execute_script(
            "return [...document.body.children].map((one) => one.shadowRoot).find(Boolean)"))

    def open_widget(self):
        shadow = self.shadow()
        shadow.find_element("css selector", "button").click()
        frame = shadow.find_element("css selector", "iframe")
        self.browser.switch_to.frame(frame)
        self.wait_for_line()
        return shadow

    def test_the_widget_talks_to_the_bot(self):
        self.visit('data-accent="#7a1fa2"')
        button = self.shadow().find_element("css selector", "button")
        self.assertEqual(button.get_attribute("aria-label"), "Chat öffnen")
        self.take_picture("widget-closed")
        self.open_widget()
        self.assertEqual(self.browser.find_element("id", "words").get_attribute("placeholder"), "Nachricht")
        self.write("asks")
        self.tap("Yes, let us begin")
        self.told("What needs fixing?")
        self.assertEqual(self.browser.execute_script("return document.cookie"), "")
        self.browser.switch_to.default_content()
        self.take_picture("widget-open")
        self.expect_no_complaints()

    def test_a_conversation_is_there_after_a_reload_of_the_site(self):
        self.visit()
        self.open_widget()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.browser.switch_to.default_content()
        self.browser.refresh()
        self.open_widget()
        self.told("Hello! Ask for cards")

    def test_it_is_closed_again_and_what_comes_then_is_counted(self):
        self.visit()
        shadow = self.open_widget()
        self.find("#close").click()
        self.browser.switch_to.default_content()
        self.wait(lambda _: not shadow.find_element("css selector", "iframe").is_displayed())
        self.assertTrue(shadow.find_element("css selector", "button").is_displayed())

    def test_a_visitor_whom_the_site_knows_finds_their_conversation_in_every_browser(self):
        token = signed({"sub": "customer-17", "name": "Ana Ruiz", "exp": int(time.time()) + 600})
        self.visit(f'data-token="{token}"')
        self.open_widget()
        self.write("hello")
        self.told("Hello! Ask for cards")
        other = self.open_browser()
        other.get(f"http://localhost:{HOST_PORT}/")
        self.browser = other
        self.open_widget()
        self.told("Hello! Ask for cards")
        self.assertEqual(self.all("li.mine .body")[0].text, "hello")

    def test_who_signs_in_later_takes_along_what_was_written(self):
        self.visit()
        self.open_widget()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.browser.switch_to.default_content()
        token = signed({"sub": "customer-18", "name": "Ben", "exp": int(time.time()) + 600})
        self.browser.execute_script("Usher.signIn(arguments[0])", token)
        self.browser.switch_to.frame(self.shadow().find_element("css selector", "iframe"))
        self.write("asks")
        self.told("Shall we begin?")
        self.assertEqual([each.text for each in self.all("li.mine .body")], ["hello", "asks"])

    def test_who_signs_in_while_the_chat_still_starts_finds_their_conversation(self):
        token = signed({"sub": "customer-19", "name": "Cleo", "exp": int(time.time()) + 600})
        self.visit()
        self.browser.execute_script("Usher.signIn(arguments[0])", token)
        self.open_widget()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.browser.switch_to.default_content()
        # A visitor whose first conversation is long under way; in one process the frame gets the script as well.
        self.browser = self.open_browser("--disable-site-isolation-trials", "--disable-features=IsolateOrigins,site-per-process")
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const usual = window.fetch;
            window.fetch = async (address, options) => {
              const answer = await usual(address, options);
              if (!window.letGo && options?.method === 'POST' && String(address).endsWith('/conversations')) {
                await new Promise((resolve) => { window.letGo = resolve; });
              }
              return answer;
            };"""})
        self.browser.get(f"http://localhost:{HOST_PORT}/")
        shadow = self.shadow()
        shadow.find_element("css selector", "button").click()
        frame = shadow.find_element("css selector", "iframe")
        self.browser.switch_to.frame(frame)
        self.wait(lambda driver: driver.execute_script("return Boolean(window.letGo)"))
        self.browser.switch_to.default_content()
        self.browser.execute_script("Usher.signIn(arguments[0])", token)
        self.browser.switch_to.frame(frame)
        self.told("Hello! Ask for cards")
        self.browser.execute_script("window.letGo()")
        self.wait_for_line()
        self.write("asks")
        self.told("Shall we begin?")
        self.assertEqual([each.text for each in self.all("li.mine .body")], ["hello", "asks"])
        self.assertFalse(self.browser.find_element("id", "banner").is_displayed())

    def test_a_site_that_is_not_allowed_cannot_show_it(self):
        self.visit(port=STRANGE_PORT)
        shadow = self.shadow()
        shadow.find_element("css selector", "button").click()
        self.wait(lambda driver: any("frame-ancestors" in entry["message"] for entry in driver.get_log("browser")))

    def test_only_the_widget_may_be_framed(self):
        for query, frames in (("", "frame-ancestors 'none'"), ("?widget=1", f"frame-ancestors 'self' {HOST}")):
            policy = self.headers("/chat" + query)["Content-Security-Policy"]
            self.assertIn(frames, policy)

    def headers(self, path):
        with urllib.request.urlopen(self.bot.address + path) as answer:
            return answer.headers


if __name__ == "__main__":
    unittest.main()
