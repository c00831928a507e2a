"""A team on a server: authors write and publish, an agent answers, and each may do what their role allows."""

import unittest

from selenium.webdriver.common.keys import Keys

from publish_test import Customer
from served import PASSWORD, ServedTests


class TeamTests(ServedTests):
    def test_two_authors_write_one_file_and_publish_it(self):
        ana, cleo = self.studio_of("ana"), self.studio_of("cleo")
        before = {path.name: path.read_text() for path in (self.server.folder / "Flows").glob("*.*")}
        self.type_over("What needs fixing?", "What is broken?", ana)
        self.saved(ana)
        # Another author sees it without doing anything, and writes elsewhere.
        self.wait(lambda driver: "What is broken?" in self.text(driver), cleo)
        self.type_over("When will you come?", "When do you come?", cleo)
        self.saved(cleo)
        self.wait(lambda driver: "When do you come?" in self.text(driver), ana)
        self.assertIn("What is broken?", self.text(ana))
        # There is nothing of usher dev: no simulated customers, and no wire.
        self.assertEqual(ana.find_elements("id", "drawer-wire"), [])
        self.assertEqual(ana.find_elements("css selector", "#traffic [value=here]"), [])
        self.assertFalse(ana.find_element("css selector", ".bar a[href='/desk']").is_displayed())
        self.assertTrue(cleo.find_element("css selector", ".bar a[href='/desk']").is_displayed())
        ana.find_element("id", "to-publish").click()
        self.wait(lambda driver: driver.find_element("id", "go").is_enabled(), ana)
        self.find("#words", ana).send_keys("Friendlier")
        ana.find_element("id", "go").click()
        self.see("The server answers with it now.", ana)
        self.take_picture("served-publish", ana)
        customer = Customer(self.server).writes("hello")
        customer.hears("What is broken?")
        self.assertEqual(before, {path.name: path.read_text() for path in (self.server.folder / "Flows").glob("*.*")})
        log = self.usher("audit", "--since", "1 day")
        for actor, act in (("ana", "flows.save"), ("cleo", "flows.save"), ("ana", "flows.dry-run"), ("ana", "flows.publish")):
            self.assertRegex(log, rf"account {actor}\s+{act}")
        self.expect_clean(ana)
        self.expect_clean(cleo)

    def test_what_the_page_withdraws_and_removes_is_taken_without_a_body(self):
        ana = self.studio_of("ana")
        for path in ("/findings?client=another-page", "/sentences?client=another-page", "/drafts/Flows/repairs.yaml"):
            answer = ana.execute_async_script("""
                const [path, done] = arguments;
                import(document.querySelector('script[type=module]').src.replace('studio.js', 'server.js'))
                  .then(({ request }) => request('DELETE', path)).then(() => done('taken'), (problem) => done(problem.message));""", path)
            self.assertEqual(answer, "taken", path)
        self.expect_clean(ana)

    def test_an_agent_answers_and_is_refused_the_studio(self):
        customer = Customer(self.server).writes("help")
        ben = self.open_as("ben", "/desk")
        self.find("#waiting > li button", ben).click()
        self.find("#open #words", ben).send_keys("Ben here.", Keys.ENTER)
        customer.hears("Ben here.")
        self.assertEqual(ben.find_element("id", "account").text, "ben")
        self.assertFalse(ben.find_element("id", "be-customer").is_displayed())
        self.take_picture("served-desk", ben)
        ben.get(self.server.address + "/studio")
        self.see("account ben lacks the right `edit-flows`", ben)
        ana = self.open_as("ana", "/desk")
        self.see("account ana lacks the right `answer-customers`", ana)
        log = self.usher("audit", "--since", "1 day")
        self.assertRegex(log, r"account ben\s+handover\.answer")
        self.assertRegex(log, r"account ben\s+handover\.read")
        self.assertRegex(log, r"account ana\s+handover\.list.*refused")
        self.assertRegex(log, r"account ben\s+flows\.show.*refused")
        self.expect_clean(ben, expected=r"status of 40[13]")

    def test_the_desk_shows_who_has_signed_in_since(self):
        ben = self.open_as("ben", "/desk")
        self.wait(lambda driver: driver.find_element("id", "account").text == "ben", ben)
        self.usher("accounts", "change", "ben", "--role", "operator")
        ben.execute_script("document.getElementById('queue-filter').dispatchEvent(new Event('change'))")
        desk = ben.current_window_handle
        self.follow_banner(ben)
        self.wait(lambda driver: len(driver.window_handles) == 2, ben)
        ben.switch_to.window(ben.window_handles[-1])
        self.sign_in(ben, "cleo")
        self.see("Role: operator", ben)
        ben.switch_to.window(desk)
        self.wait(lambda driver: driver.find_element("id", "account").text == "cleo", ben)
        self.wait(lambda driver: not driver.find_element("id", "banner").is_displayed(), ben)

    def test_who_is_signed_out_keeps_what_they_have_typed(self):
        ana = self.studio_of("ana")
        self.usher("accounts", "change", "ana", "--role", "admin")
        self.type_over("What needs fixing?", "What is broken?", ana)
        self.see("You are signed out. What you have typed stays here.", ana)
        self.take_picture("served-signed-out", ana)
        self.assertIn("What is broken?", self.text(ana))
        studio = ana.current_window_handle
        self.follow_banner(ana)
        self.wait(lambda driver: len(driver.window_handles) == 2, ana)
        ana.switch_to.window(ana.window_handles[-1])
        self.sign_in(ana, "ana")
        self.see("Role: administrator", ana)
        ana.switch_to.window(studio)
        self.saved(ana)
        self.assertIn("What is broken?", self.text(ana))
        cleo = self.studio_of("cleo")
        self.assertIn("What is broken?", self.text(cleo))


class AccountTests(ServedTests):
    def test_signing_in_by_keyboard_a_wrong_password_and_another_one(self):
        browser = self.open_page("/operators", size=(420, 800))
        self.wait(lambda driver: driver.execute_script("return document.activeElement.id") == "name", browser)
        self.sign_in(browser, "dora", "wrong horse battery")
        self.see("The name or the password is wrong.", browser)
        self.assertEqual(browser.execute_script("return document.activeElement.id"), "password")
        self.assertEqual(browser.find_element("id", "password").get_attribute("aria-invalid"), "true")
        self.take_picture("sign-in-wrong", browser)
        browser.find_element("id", "password").send_keys(PASSWORD, Keys.ENTER)
        self.wait(lambda driver: driver.execute_script("return document.activeElement.id") == "who", browser)
        self.see("Role: administrator", browser)
        self.take_picture("account", browser)
        for field, words in (("current", PASSWORD), ("new", "short")):
            browser.find_element("id", field).send_keys(words)
        browser.find_element("css selector", "#change button").click()
        self.see("A password has at least 12 characters.", browser)
        browser.find_element("id", "new").clear()
        browser.find_element("id", "new").send_keys("another one, long", Keys.ENTER)
        self.see("The password was changed.", browser)
        browser.find_element("id", "sign-out").click()
        self.see("You are signed out.", browser)
        self.sign_in(browser, "dora", "another one, long")
        self.see("Role: administrator", browser)
        self.expect_clean(browser, expected=r"status of 4(01|22)")

    def test_what_was_typed_about_passwords_goes_with_who_typed_it(self):
        browser = self.open_page("/operators")
        self.sign_in(browser, "dora")
        self.see("Role: administrator", browser)
        for field, words in (("current", PASSWORD), ("new", "short")):
            browser.find_element("id", field).send_keys(words)
        self.click("#change button", browser)
        self.see("A password has at least 12 characters.", browser)
        self.click("#sign-out", browser)
        self.see("You are signed out.", browser)
        self.sign_in(browser, "ana")
        self.see("Role: author", browser)
        self.expect_fresh_form(browser)
        # The session ends elsewhere.
        for field, words in (("current", PASSWORD), ("new", "another one, long")):
            browser.find_element("id", field).send_keys(words)
        self.usher("accounts", "change", "ana", "--role", "operator")
        self.click("#change button", browser)
        self.see("You are signed out.", browser)
        self.sign_in(browser, "ana")
        self.see("Role: operator", browser)
        self.expect_fresh_form(browser)
        self.expect_clean(browser, expected=r"status of 4(01|22)")

    def expect_fresh_form(self, browser):
        for field in ("current", "new"):
            self.assertEqual(browser.find_element("id", field).get_property("value"), "")
            self.assertIsNone(browser.find_element("id", field).get_attribute("aria-invalid"))
        self.assertEqual(browser.find_element("id", "change-problem").text, "")
        self.assertEqual(browser.find_element("id", "change-name").get_property("value"), browser.find_element("id", "who").text)

    def test_the_way_to_the_provider_knows_the_page_that_was_wanted(self):
        browser = self.open_page("/operators?to=studio")
        self.see("Sign in", browser)
        link = browser.find_element("id", "provider")
        self.assertEqual(link.get_attribute("href"), self.server.address + "/operators/provider?to=studio")

    def test_the_page_tries_again_until_the_server_says_who_is_signed_in(self):
        browser = self.open_page("/health/ready")
        browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const send = window.fetch;
            window.lost = 0;
            window.fetch = async (...request) => {
              if (window.lost > 0 || !request[0].endsWith('/session')) return send(...request);
              window.lost += 1;
              throw new TypeError('lost');
            };"""})
        browser.get(self.server.address + "/operators")
        self.see("The server does not answer.", browser)
        self.sign_in(browser, "dora")
        self.see("Role: administrator", browser)
        self.assertEqual(browser.execute_script("return window.lost"), 1)
        self.assertEqual(browser.find_element("id", "state").text, "")

    def test_who_could_not_be_signed_out_is_told(self):
        browser = self.open_page("/operators")
        self.sign_in(browser, "dora")
        self.see("Role: administrator", browser)
        browser.execute_script("""
            const send = window.fetch;
            const refused = '{"error": {"reason": "too many requests"}}';
            let isRefused = false;
            window.fetch = async (...request) => {
              if (isRefused || request[1]?.method !== 'DELETE') return send(...request);
              isRefused = true;
              return new Response(refused, { status: 429, headers: { 'Content-Type': 'application/json' } });
            };""")
        self.click("#sign-out", browser)
        self.see("too many requests", browser)
        self.assertTrue(browser.find_element("id", "signed-in").is_displayed())
        self.click("#sign-out", browser)
        self.see("You are signed out.", browser)


if __name__ == "__main__":
    unittest.main()
