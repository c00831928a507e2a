"""The chat page: what it shows, and how it is used without a mouse, in other languages, colours and widths."""

import signal
import unittest

from selenium.webdriver.common.keys import Keys

from chat import ChatTests
from harness import until


class CardsTests(ChatTests):
    def test_every_card_is_shown(self):
        self.open_chat()
        self.write("cards")
        self.told("Ben has joined")
        # Pictures are loaded when they come in sight.
        for picture in self.all("#log img"):
            self.show(picture)
            self.wait(lambda driver: driver.execute_script(
                "return arguments[0].complete && arguments[0].naturalWidth > 0", picture))
        for kind in ("text", "link", "file", "image", "location", "buttons", "carousel", "receipt", "status"):
            self.picture_of(f"card-{kind}", f"#log li[data-type={kind}]")
        picture = self.last_of("li[data-type=image] img")
        self.assertEqual(picture.get_attribute("alt"), "A laid table by a window")
        file = self.last_of("li[data-type=file] a")
        # Its address says whom it is for and until when, and not what it is called.
        self.assertRegex(file.get_attribute("href"), r"/chat/api/content/[0-9a-f-]{36}\?.*signature=")
        place = self.last_of("li[data-type=location] a.map")
        self.assertTrue(place.get_attribute("href").startswith("https://maps.apple.com/"))
        self.expect_clean()

    def test_a_button_that_only_the_page_knows_tells_it(self):
        self.open_chat()
        self.browser.execute_script("addEventListener('usher:event', (event) => { window.told = event.detail; });")
        self.write("cards")
        self.tap("Keep it")
        self.assertEqual(
            self.browser.execute_script("return window.told"), {"event": "keep", "data": {"sku": "P1"}})

    def test_a_carousel_is_scrolled_with_the_keys(self):
        self.open_chat()
        self.write("cards")
        scroller = self.last_of("li[data-type=carousel] .scroller")
        self.show(scroller)
        self.browser.execute_script("arguments[0].focus()", scroller)
        self.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.wait(lambda driver: driver.execute_script("return arguments[0].scrollLeft", scroller) > 0)


class QuestionTests(ChatTests):
    def answer_all(self):
        self.write("asks")
        self.tap("Yes, let us begin")
        self.tap("Brakes")
        self.told("Which days suit you?")
        self.tap("Monday")
        self.tap("Wednesday")
        self.tap("Done")
        self.told("When shall we expect you?")
        self.last("li[data-type=times] button[data-choice]").click()
        self.told("Brakes on 2 December 2026")
        self.told("or on Monday and Wednesday.")

    def test_buttons_lists_and_times_are_answered_and_closed(self):
        self.open_chat()
        self.answer_all()
        for kind in ("buttons", "choice", "times"):
            self.picture_of(f"answered-{kind}", f"#log li[data-type={kind}]")
            item = self.last_of(f"#log li[data-type={kind}]")
            still = item.find_elements("css selector", "button:enabled, input:enabled")
            self.assertEqual(still, [], f"{kind} can still be answered")
        chosen = [each.text.split("\n")[0] for each in self.all("#log button[aria-pressed=true]")]
        self.assertEqual(chosen[:2], ["Yes, let us begin", "Brakes"])
        self.expect_clean()

    def test_what_was_chosen_is_there_after_a_reload(self):
        self.open_chat()
        self.write("asks")
        self.tap("Yes, let us begin")
        self.told("What needs fixing?")
        self.browser.refresh()
        self.wait_for_line()
        pressed = self.find("#log button[aria-pressed=true]")
        self.assertEqual(pressed.text.strip("✓ \n"), "Yes, let us begin")
        self.tap("Puncture")
        self.told("Which days suit you?")

    def test_a_form_is_filled_in_page_by_page(self):
        self.open_chat()
        self.write("form")
        self.told("It takes a minute.")
        self.picture_of("form-intro", "#log li[data-type=form]")
        self.tap("Start")
        make = self.last("fieldset.page input[name=make]")
        self.assertEqual(self.browser.switch_to.active_element, make)
        self.picture_of("form-text", "#log li[data-type=form]")
        self.tap("Next")
        self.assertTrue(self.find(".problem[role=alert]").text)
        self.assertEqual(self.browser.switch_to.active_element, make, "what is wrong has the focus")
        self.assertEqual(make.get_attribute("aria-invalid"), "true")
        make.send_keys("Aero", Keys.ENTER)
        self.picture_of("form-choice", "#log li[data-type=form]")
        self.tap("No")
        self.tap("Next")
        self.assertEqual([each.get_attribute("data-page") for each in self.all("fieldset.page") if each.is_displayed()],
                         ["colour"], "the answer leads past a page")
        self.tap("Red")
        self.tap("Blue")
        self.tap("Next")
        self.last("select[name=gears]").send_keys("21")
        self.picture_of("form-wheel", "#log li[data-type=form]")
        self.tap("Next")
        self.last("input[name=price]").send_keys("1200")
        self.tap("Back")
        self.tap("Next")
        self.tap("Next")
        self.browser.execute_script(
            "const day = document.querySelector('input[name=bought]'); day.value = '2024-05-06';"
            "day.dispatchEvent(new Event('input', {bubbles: true}))")
        self.tap("Next")
        self.last("input[name=mail]").send_keys("not an address", Keys.ENTER)
        self.assertTrue(self.find(".problem").text)
        mail = self.last("input[name=mail]")
        mail.clear()
        mail.send_keys("ana@gallery.example", Keys.ENTER)
        self.told("Is everything right?")
        self.picture_of("form-summary", "#log li[data-type=form]")
        summary = self.find(".summary").text
        for answer in ("Aero", "Red, Blue", "21", "1200", "ana@gallery.example"):
            self.assertIn(answer, summary)
        self.last("form.pages button[type=submit]").click()
        self.told("Noted: Aero, Red and Blue, 21 gears, €1,200.00, 6 May 2024.")
        self.picture_of("form-sent", "#log li[data-type=form]")
        self.expect_clean()


class KeyboardTests(ChatTests):
    def tab_to(self, condition, what, back=False):
        """Presses Tab until something has the focus."""
        for _ in range(60):
            active = self.browser.switch_to.active_element
            if condition(active):
                return active
            self.press(Keys.TAB) if not back else self.browser.switch_to.active_element.send_keys(Keys.SHIFT, Keys.TAB)
        raise AssertionError(f"{what} is not reached with the keys")

    def test_a_flow_is_walked_with_the_keys_alone(self):
        self.open_chat()
        self.tab_to(lambda active: active.get_attribute("id") == "words", "where one writes")
        self.press("asks", Keys.ENTER)
        self.told("Shall we begin?")
        self.find("#log button[data-choice]")
        self.tab_to(lambda active: active.text == "Yes, let us begin", "the first answer", back=True)
        self.take_picture("keyboard-focus")
        self.press(Keys.ENTER)
        self.told("What needs fixing?")
        # The message that was answered keeps the focus, and the next key leads on.
        self.tab_to(lambda active: active.text.startswith("Puncture"), "the next question")
        self.press(Keys.SPACE)
        self.told("Which days suit you?")
        box = self.tab_to(lambda active: active.get_attribute("data-choice") == "Monday", "the first box")
        self.press(Keys.SPACE)
        self.assertTrue(box.is_selected())
        self.tab_to(lambda active: active.text == "Done", "what sends the answers")
        self.press(Keys.ENTER)
        self.told("When shall we expect you?")
        self.tab_to(lambda active: active.tag_name == "button" and ":" in active.text, "a time")
        self.press(Keys.ENTER)
        self.told("or on Monday.")
        self.expect_clean()

    def test_everything_that_can_be_used_has_a_name(self):
        self.open_chat()
        self.write("cards")
        self.told("Ben has joined")
        for words, answer in (("asks", "Shall we begin?"), ("table", "Which table"), ("day", "When did you"), ("stars", "How was")):
            self.write(words)
            self.told(answer)
        nameless = self.browser.execute_script("""
            return [...document.querySelectorAll('a[href], button, input:not([hidden]), textarea, select, [role=region]')]
              .filter((one) => one.checkVisibility() && !(one.textContent.trim() || one.ariaLabel || one.labels?.length
                || one.querySelector('img[alt]') || one.getAttribute('aria-labelledby')))
              .map((one) => one.outerHTML)""")
        self.assertEqual(nameless, [])

    def test_what_others_say_is_told_to_those_who_do_not_see_it(self):
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        spoken = self.browser.find_element("id", "announcer")
        self.wait(lambda _: "Gallery: Hello! Ask for cards" in spoken.get_attribute("textContent"))
        self.assertEqual(spoken.get_attribute("aria-live"), "polite")


class LookTests(ChatTests):
    def test_arabic_runs_from_right_to_left(self):
        browser = self.open_chat(self.open_browser(language="ar", size=(420, 900)))
        self.assertEqual(browser.find_element("css selector", "html").get_attribute("dir"), "rtl")
        self.write("arabic", browser)
        text = self.told("مرحبًا", browser)
        box = text.find_element("css selector", ".message").rect
        self.assertGreater(box["x"] + box["width"], 380, "the other side stands on the right")
        self.take_picture("arabic", browser)
        self.expect_clean(browser)

    def test_arabic_in_an_english_page_runs_its_own_way(self):
        self.open_chat()
        self.write("arabic")
        text = self.told("مرحبًا").find_element("css selector", "p.text")
        self.assertEqual(text.value_of_css_property("unicode-bidi"), "plaintext")

    def test_dark_where_the_reader_likes_it(self):
        browser = self.open_chat(self.open_browser("--force-prefers-color-scheme=dark", size=(420, 900)))
        browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
        self.write("asks", browser)
        self.told("Shall we begin?", browser)
        ground = browser.find_element("css selector", "body").value_of_css_property("background-color")
        self.assertEqual(ground, "rgba(22, 24, 27, 1)")
        self.take_picture("dark", browser)

    def test_nothing_moves_for_those_who_do_not_want_it(self):
        self.browser.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        self.open_chat()
        self.browser.execute_script("document.getElementById('typing').textContent = 'x'")
        self.assertEqual(self.browser.find_element("id", "typing").value_of_css_property("animation-name"), "none")

    def test_it_fits_phones_and_desktops(self):
        for width in (320, 420, 768, 1400):
            browser = self.open_chat(self.open_browser(size=(width, 900)))
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500})
            self.write("cards", browser)
            self.told("Ben has joined", browser)
            for words, answer in (("table", "Which table"), ("day", "When did you"), ("stars", "How was")):
                self.write(words, browser)
                self.told(answer, browser)
            wide = browser.execute_script("""
                return [...document.querySelectorAll('body, main, #scroll, #log > li, .calendar')]
                  .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 200))""")
            self.assertEqual(wide, [], f"something is cut off at {width}")
            self.take_picture(f"width-{width}", browser)
            browser.quit()

    def test_it_speaks_the_language_of_the_browser(self):
        for language, words in (("de", "Nachricht"), ("fr", "Message"), ("es", "Mensaje"), ("it", "Messaggio"),
                                ("ja", "メッセージ"), ("ar", "رسالة"), ("pl", "Message")):
            browser = self.open_chat(self.open_browser(language=language))
            self.assertEqual(browser.find_element("id", "words").get_attribute("placeholder"), words)
            browser.quit()


class TrustTests(ChatTests):
    def test_scripts_in_every_text_stay_text(self):
        self.open_chat()
        self.write("<img src=x onerror='window.hit = 1'><script>window.hit = 1</script>")
        self.write("hostile")
        self.told("<script>window.hit = 1</script>?")
        for text in ("<svg onload='window.hit = 1'>", "<style>*</style>", "<a href='javascript:window.hit=1'>title</a>"):
            self.told(text)
        strange = self.browser.execute_script("""
            return [...document.querySelectorAll('#log :is(script, svg, iframe, style, object)')].length
              + [...document.querySelectorAll('#log *')].filter((one) => one.getAttributeNames().some((name) => name.startsWith('on'))).length
              + [...document.querySelectorAll('#log a')].filter((one) => !/^(https?|mailto|tel):/.test(one.href)).length""")
        self.assertEqual(strange, 0)
        self.take_picture("hostile")
        self.tap("\"><script>window.hit = 1</script>")
        self.told("Until next time!")
        self.expect_clean()

    def test_the_policy_of_the_page_lets_nothing_in(self):
        self.open_chat()
        blocked = self.browser.execute_async_script("""
            const done = arguments[0];
            const tried = [];
            const script = document.createElement('script');
            try { script.textContent = 'window.hit = 1'; document.body.append(script); } catch { tried.push('inline'); }
            try { document.body.insertAdjacentHTML('beforeend', '<p>x</p>'); } catch { tried.push('html'); }
            // Not in what the driver itself evaluates, which may do more than the page.
            setTimeout(() => {
              try { new Function('window.hit = 1')(); } catch { tried.push('eval'); }
              fetch('https://gallery.example/').catch(() => tried.push('fetch')).finally(() => {
                const picture = new Image();
                picture.onerror = () => { tried.push('picture'); done(tried); };
                picture.src = 'https://gallery.example/x.png';
              });
            }, 0);""")
        self.assertEqual(blocked, ["inline", "html", "eval", "fetch", "picture"])
        self.assertIsNone(self.browser.execute_script("return window.hit ?? null"))


class TogetherTests(ChatTests):
    def test_two_browsers_see_a_choice(self):
        self.open_chat()
        self.write("asks")
        self.told("Shall we begin?")
        cookie = self.browser.get_cookie("usher_chat")
        other = self.open_browser()
        other.get(self.bot.address + "/chat/widget.js")
        other.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": cookie["path"]})
        self.open_chat(other)
        self.told("Shall we begin?", other)
        loaded = "return performance.getEntriesByType('navigation').length + ' ' + performance.timeOrigin"
        page = other.execute_script(loaded)
        self.browser.execute_script("[...document.querySelectorAll('#log button[data-choice]')].at(-2).click();")
        chosen = "return document.querySelectorAll('#log button[aria-pressed=true]').length"
        until(lambda: other.execute_script(chosen) == 1, "the other browser sees it")
        self.assertEqual(other.execute_script(loaded), page, "without loading the page anew")

    def test_a_lost_connection_is_told_and_nothing_is_missed(self):
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        offline = {"offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
        self.browser.execute_cdp_cmd("Network.enable", {})
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", offline)
        self.see("You are offline")
        self.write("asks")
        self.wait(lambda driver: driver.find_elements("css selector", "li.pending"))
        self.take_picture("offline")
        self.browser.execute_cdp_cmd("Network.emulateNetworkConditions", {**offline, "offline": False})
        self.told("Shall we begin?")
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
        self.assertEqual(self.all("li.pending"), [])
        mine = [each.text.split("\n")[0] for each in self.all("li.mine")]
        self.assertEqual(mine, ["hello", "asks"])


class ForgottenTests(ChatTests):
    def test_a_server_that_has_forgotten_everybody_is_talked_to_anew(self):
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.bot.stop(signal.SIGKILL)
        self.see("Connecting…")
        self.bot.start()
        self.wait(lambda driver: not driver.find_elements("css selector", "#log li"))
        self.wait_for_line()
        self.write("asks")
        self.told("Shall we begin?")


if __name__ == "__main__":
    unittest.main()
