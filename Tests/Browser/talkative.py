"""A bot that has a lot to say: 200 messages for each "many"."""

import pathlib
import shutil
import tempfile

from chat import GALLERY, ChatTests


class TalkativeTests(ChatTests):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="usher-talkative-")
        cls.addClassCleanup(shutil.rmtree, folder, ignore_errors=True)
        cls.project = pathlib.Path(folder) / "project"
        shutil.copytree(GALLERY, cls.project)
        flow = cls.project / "Flows/gallery.yaml"
        lines = "".join(f"      - Message {{number}}, line {line}, with a few words as messages have them.\n"
                        for line in range(20))
        steps = "".join(f"  many{step}:\n    say:\n{lines.format(number=step)}    then: {'end' if step == 9 else f'many{step + 1}'}\n\n"
                        for step in range(10))
        text = flow.read_text().replace("  cards: cards\n", "  cards: cards\n  many: many0\n", 1)
        flow.write_text(text.rstrip() + "\n\n" + steps)
        super().setUpClass()

    def hear_many(self):
        """A thousand messages; the page then shows the newest of them."""
        for _ in range(5):
            self.write("many")
            self.wait(lambda driver: driver.execute_script(
                "return document.getElementById('log').lastElementChild?.textContent.includes('Message 9, line 19')"))
        self.browser.refresh()
        self.wait_for_line()

    def load_all(self):
        """Scrolls up until everything has been loaded. Returns the sequences of all messages."""
        self.wait(lambda driver: driver.execute_script("""
            document.getElementById('scroll').scrollTop = 0;
            return document.getElementById('earlier').hidden;"""))
        sequences = self.browser.execute_script(
            "return [...document.querySelectorAll('#log > li[data-id]')].map((one) => Number(one.dataset.sequence))")
        self.browser.execute_script("const all = document.getElementById('scroll'); all.scrollTop = all.scrollHeight;")
        return sequences

    def send_and_see(self):
        self.browser.execute_async_script("""
            const done = arguments[0];
            const words = document.getElementById('words');
            const text = `hello ${Math.random()}`;
            words.value = text;
            words.dispatchEvent(new Event('input', { bubbles: true }));
            const sees = () => {
              if (![...document.querySelectorAll('#log > li.mine')].at(-1)?.textContent.includes(text)) return;
              watch.disconnect();
              requestAnimationFrame(() => requestAnimationFrame(() => done()));
            };
            const watch = new MutationObserver(sees);
            watch.observe(document.getElementById('log'), { childList: true, subtree: true });
            document.getElementById('composer').requestSubmit();""")

    def scroll(self):
        """Scrolls up for a hundred frames."""
        self.browser.set_script_timeout(60)
        self.browser.execute_async_script("""
            const done = arguments[0];
            const all = document.getElementById('scroll');
            let frames = 0;
            requestAnimationFrame(function step() {
              all.scrollTop -= 200;
              frames += 1;
              if (frames < 100) requestAnimationFrame(step);
              else done();
            });""")
