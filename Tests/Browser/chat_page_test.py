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
        told = self.browser.execute_script("return window.told")
        message = self.last_of("li[data-type=buttons]")
        self.assertEqual(
            told, {"event": "keep", "data": {"sku": "P1"}, "message": message.get_attribute("data-id"),
                   "node": told["node"], "label": "Keep it"})
        self.assertTrue(told["node"])

    def test_a_tap_on_a_card_is_told_to_the_page_around(self):
        self.open_chat()
        self.browser.execute_script(
            "window.told = []; addEventListener('usher:event', (event) => { window.told.push(event.detail); });")

        def told():
            return [(one["event"], one["data"], one["label"])
                    for one in self.browser.execute_script("return window.told.splice(0)")]
        self.write("taps")
        card = self.wait(lambda driver: driver.execute_script("""
            const picture = document.querySelector('#log li[data-type=image] img');
            return picture?.complete ? picture : null"""))
        self.show(card)
        card.click()
        self.assertEqual(told(), [("seat", {"table": "window"}, "Image")])
        pumps = self.last_of("li[data-type=carousel] article.link")
        self.show(pumps)
        pumps.find_element("css selector", "button").send_keys(Keys.ENTER)
        self.assertEqual(told(), [("keep", {"sku": "P1"}, "City pumps")])
        bell = self.last_of("li[data-type=carousel] article.product")
        bell.find_element("css selector", "img").click()
        self.assertEqual(told(), [("look", {}, "Bell")])
        self.assertEqual(self.all("li[data-type=image] a, li[data-type=carousel] a"), [])
        place = self.last_of("li[data-type=location] a.map")
        self.assertEqual(place.get_attribute("href"), "https://gallery.example/workshop")
        self.assertEqual(len(self.browser.window_handles), 1, "nothing was opened")
        self.take_picture("taps")
        self.expect_clean()

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

    def test_what_is_suggested_is_marked_and_another_answer_is_taken(self):
        self.open_chat()
        self.write("likes")
        self.told("Which tyres do you like?")
        ticked = [box.get_attribute("data-choice") for box in self.all("#log input:checked")]
        self.assertEqual(ticked, ["Slick", "Studded"])
        self.tap("Slick")
        self.tap("Done")
        self.told("Which colour?")
        self.assertEqual(self.find("button[data-preselected]").get_attribute("data-choice"), "Blue")
        self.picture_of("preselected", "#log li[data-type=buttons]")
        self.tap("Red")
        self.told("Studded in Red.")
        self.assertEqual(self.all("#log [data-preselected]"), [])
        self.expect_clean()

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
        price = self.last("input[name=price]")
        price.send_keys("abc")
        self.tap("Next")
        self.assertEqual(self.find(".problem[role=alert]").text, "Please enter an amount, such as €12.00.")
        self.assertEqual(self.browser.switch_to.active_element, price)
        self.picture_of("form-amount", "#log li[data-type=form]")
        price.clear()
        price.send_keys("1200")
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


class NumberTests(ChatTests):
    def problems(self, texts, **data):
        """What the page says of texts in a field for a number; `None` where it takes them."""
        return self.browser.execute_async_script("""
            const [texts, data, done] = arguments;
            const address = document.querySelector('script[type=module]').src.replace('main.js', 'numbers.js');
            import(address).then(({ problemOf }) => {
              const field = document.createElement('input');
              Object.assign(field.dataset, data);
              done(texts.map((text) => { field.value = text; return problemOf(field) ?? null; }));
            })""", texts, data)

    def test_what_can_be_read_in_some_language_is_taken_and_nothing_else(self):
        self.open_chat()
        amounts = ["12", "12.50", "12,50", "€12.50", "12,50 €", "EUR 12", "12 euros", "1.234,50", "1,234.50", "1'234", "-3",
                   "- 3", "٢٥", ".5", "12!", " 12. ", "0"]
        self.assertEqual(self.problems(amounts, number="money", currency="EUR"), [None] * len(amounts))
        wrong = ["abc", "12 abc", "abc 12", "1.234.5", "12.345.6", "12 USD", "1 2", "--3", "€", "twelve"]
        for text, problem in zip(wrong, self.problems(wrong, number="money", currency="EUR")):
            self.assertEqual(problem, "Please enter an amount, such as €12.00.", text)
        self.assertEqual(self.problems(["500", "５００円", "¥500"], number="money", currency="JPY"), [None] * 3)
        self.assertEqual(
            self.problems(["3", "3.5", "x"], number="whole"), [None] + ["Please enter a whole number."] * 2)
        self.assertEqual(
            self.problems(["4.99", "5", "50,01", "50"], number="money", currency="EUR", least="5", most="50"),
            ["At least €5.00, please.", None, "At most €50.00, please.", None])


class LongTextTests(ChatTests):
    def write_long(self, text):
        self.browser.execute_script("""
            const box = document.getElementById('words');
            box.value = arguments[0];
            box.dispatchEvent(new Event('input', { bubbles: true }));
            document.getElementById('composer').requestSubmit();""", text)

    def test_a_long_text_is_sent_whole(self):
        self.open_chat()
        for word, count in (("あ", 700), ("Long words. ", 800)):
            self.write("echo")
            self.told("Tell us everything.")
            text = word * count + "the end"
            self.write_long(text)
            self.told(f"You wrote: {text[:50]}")
            said = self.last_of("#log li:not(.mine) .text").text
            self.assertEqual(said, f"You wrote: {text}")
            self.assertEqual(self.find("#words").get_attribute("value"), "")
        self.assertEqual(self.all("#log li.failed, #log li.pending"), [])
        self.expect_clean()

    def test_what_cannot_be_sent_stays_in_the_box_with_the_reason(self):
        self.open_chat()
        text = "x" * 10_001
        self.write_long(text)
        self.see("This text is too long: a message has at most 10,000 characters.")
        self.assertEqual(self.find("#words").get_attribute("value"), text)
        self.assertEqual(self.all("#log li.mine"), [])
        self.write_long("Just fits. " + "y" * 9_000)
        self.last_of("#log li.mine[data-sequence]")

    def test_what_the_server_refuses_comes_back_to_the_box(self):
        self.open_chat()
        self.browser.execute_script("""
            const usual = window.fetch;
            window.fetch = (address, options) => options?.method === 'POST' && String(address).endsWith('/messages')
              ? Promise.resolve(new Response('{"error": {"reason": "too large"}}', { status: 413 }))
              : usual(address, options);""")
        self.write("Remember me")
        self.see("This text is too long")
        self.wait(lambda driver: self.find("#words").get_attribute("value") == "Remember me")
        self.assertEqual(self.all("#log li.mine"), [])


class NotificationTests(ChatTests):
    # What the browser would show, and whether somebody looks.
    STAND_IN = """
        window.shown = [];
        window.Notification = class {
          static permission = 'default';
          static async requestPermission() { Notification.permission = 'granted'; return 'granted'; }
          constructor(title, { body }) { window.shown.push([title, body]); }
          close() {}
        };"""

    def test_what_comes_while_nobody_looks_is_shown_once_it_was_asked_for(self):
        self.browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": self.STAND_IN})
        self.open_chat()
        bell = self.find("#notify")
        self.assertEqual(bell.get_attribute("aria-label"), "Show notifications")
        self.take_picture("bell")

        def shown():
            return self.browser.execute_script("return window.shown")
        self.browser.execute_script("document.hasFocus = () => false")
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.assertEqual(shown(), [], "nobody has asked for it")
        bell.click()
        self.wait(lambda _: not bell.is_displayed())
        self.write("cards")
        self.wait(lambda _: ["Gallery", "Gallery sent you a photo."] in shown())
        self.browser.execute_script("document.hasFocus = () => true; window.shown = []")
        self.write("stars")
        self.told("Thank you for your visit.")
        self.assertEqual(shown(), [], "somebody looks")


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

    def test_a_server_that_refuses_everything_for_a_while_is_reached_again_and_nothing_is_missed(self):
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        cookie = self.browser.get_cookie("usher_chat")
        other = self.open_browser()
        other.get(self.bot.address + "/chat/widget.js")
        other.add_cookie({"name": cookie["name"], "value": cookie["value"], "path": cookie["path"]})
        self.open_chat(other)
        self.browser.execute_script("""
            const usual = window.fetch;
            window.refused = [];
            window.isRefusing = true;
            window.fetch = async (address, options) => {
              if (!window.isRefusing) return usual(address, options);
              window.refused.push(String(address));
              return new Response('{"error": {"reason": "the request failed; try again"}}', { status: 503, headers: { 'Retry-After': '1' } });
            };
            // The stream that is open ends.
            dispatchEvent(new Event('offline'));""")
        self.see("Connecting…")
        self.write("asks")
        self.wait(lambda driver: driver.find_elements("css selector", "li.pending"))
        self.write("stars", other)
        self.told("How was the repair?", other)
        streams = "return window.refused.filter((one) => one.endsWith('/events')).length"
        self.wait(lambda driver: driver.execute_script(streams) > 3)
        self.see("Connecting…")
        self.assertNotIn("How was the repair?", self.find("#log").text)
        self.browser.execute_script("window.isRefusing = false")
        self.told("How was the repair?")
        self.told("Shall we begin?")
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed())
        self.assertEqual(self.all("li.pending"), [])


class ForgottenTests(ChatTests):
    def test_a_server_that_has_forgotten_everybody_is_talked_to_anew(self):
        self.open_chat()
        self.write("hello")
        self.told("Hello! Ask for cards")
        self.bot.stop(signal.SIGKILL)
        self.see("Connecting…")
        self.bot.start()
        self.wait(lambda driver: not driver.find_elements("css selector", "#log li"))
        # At once: it is for the conversation that opens next.
        self.write("asks")
        self.told("Shall we begin?")


if __name__ == "__main__":
    unittest.main()
