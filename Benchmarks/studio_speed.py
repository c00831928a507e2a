"""Types into a flow in the studio, in a real browser, and measures the time from each key to the bubble on the phone; then the weight of
the page, the time of playing a hundred lines on five devices, and the memory of the server with five open studios.

usage: studio_speed.py USHER STEPS
"""

import os
import pathlib
import re
import statistics
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "Tests/Browser"))
os.environ["USHER"] = sys.argv[1]

from selenium.webdriver.common.action_chains import ActionChains  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402

from harness import Bot, chromium  # noqa: E402

STEPS = int(sys.argv[2])
RUNS, KEYS = 5, 40

# The time from a key to the first frame after the phone shows what was typed.
WATCH = """
window.times = [];
window.weight = () => performance.getEntriesByType('resource').reduce((sum, one) => sum + one.encodedBodySize, 0);
addEventListener('keydown', (key) => { if (key.key.length === 1) window.pressed = performance.now(); }, true);
window.watchPhone = () => new MutationObserver(() => {
  const typed = document.querySelector('.phone .log')?.textContent.match(/fixing(x*)\\?/)?.[1].length ?? 0;
  if (typed !== window.wanted) return;
  const pressed = window.pressed;
  window.wanted = undefined;
  requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - pressed)));
}).observe(document.getElementById('screens'), { childList: true, subtree: true, characterData: true });
"""

# The time of playing a hundred lines on five devices, as the page asks for it at each key.
PLAY = """
const done = arguments[arguments.length - 1];
const text = 'you: Hello\\ntap: Puncture\\n' + 'tap: Yes\\n'.repeat(98);
const body = JSON.stringify({ threads: [{ id: 'long', flow: 'repairs', text }], payloads: 'none',
  devices: ['iphone', 'old-iphone', 'mac', 'web', 'text-only'] });
const play = async () => {
  const began = performance.now();
  const answer = await fetch('/studio/api/play', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
  const { plays } = await answer.json();
  if (plays?.length !== 5 || plays.some((play) => play.stop)) throw new Error('not all was played');
  return performance.now() - began;
};
(async () => {
  const times = [];
  for (let run = 0; run < 21; run += 1) times.push(await play());
  return times.slice(1);
})().then(done, (problem) => done(String(problem)));
"""


def project(folder):
    flows = folder / "Flows"
    flows.mkdir()
    bot = (ROOT / "Tests/Browser/Workshop/Flows/bot.yaml").read_text()
    (flows / "bot.yaml").write_text(bot)
    lines = ["flow: repairs", "start: welcome", "", "steps:", "  welcome:", "    ask: What needs fixing?", "    answers:",
             "      Puncture: step1", "      Brakes: step2"]
    for number in range(1, STEPS - 3):
        lines += ["", f"  step{number}:", f"    ask: What about part {number}?", "    answers:",
                  f"      Yes: step{number + 1}", f"      No: step{min(number + 2, STEPS - 3)}"]
    lines += ["", f"  step{STEPS - 3}:", "    say: See you soon!", "    then: end", "", "  goodbye:", "    say: Write whenever you like.",
              "    then: end", "", "  person:", "    say: One moment, please.", "    hand_over: counter", "    then: end", ""]
    (flows / "repairs.yaml").write_text("\n".join(lines))


def studio(bot):
    browser = chromium(size=(1600, 950))
    browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    browser.get(re.findall(r"http://\S+/studio#key=[0-9a-f]{32}", bot.said())[-1])
    wait(browser, lambda driver: driver.execute_script("return document.querySelector('.phone .log > li.theirs') !== null"))
    wait(browser, lambda driver: driver.execute_script("return document.querySelector('#map svg') !== null"))
    browser.execute_script("window.watchPhone()")
    return browser


def wait(browser, condition):
    return WebDriverWait(browser, 60, poll_frequency=0.02).until(condition)


def type_and_measure(browser):
    """Types behind a word of the first question: the times in milliseconds."""
    browser.execute_script("document.getElementById('editor').shadowRoot.querySelector('.cm-content').focus()")
    actions = ActionChains(browser)
    actions.key_down(Keys.CONTROL).send_keys("f").key_up(Keys.CONTROL).send_keys("fixing", Keys.ENTER, Keys.ESCAPE)
    actions.send_keys(Keys.ARROW_RIGHT).perform()
    for number in range(1, KEYS + 1):
        browser.execute_script("window.wanted = arguments[0]", number)
        ActionChains(browser).send_keys("x").perform()
        wait(browser, lambda driver: driver.execute_script("return window.times.length") >= number)
    return browser.execute_script("return window.times")


def memory(bot):
    status = pathlib.Path(f"/proc/{bot.process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def percentile(times, part):
    return sorted(times)[min(len(times) - 1, int(len(times) * part))]


with tempfile.TemporaryDirectory() as place:
    project(pathlib.Path(place))
    halves, tails = [], []
    for _ in range(RUNS):
        bot = Bot(place).start()
        try:
            browser = studio(bot)
            # Before the first key, whose answers are no part of the page.
            weight = browser.execute_script("return window.weight()")
            times = type_and_measure(browser)
            halves.append(percentile(times, 0.5))
            tails.append(percentile(times, 0.95))
            plays = browser.execute_async_script(PLAY) if STEPS > 105 else None
            browser.quit()
        finally:
            bot.close()
    print(f"{STEPS} steps: from a key to the phone {statistics.median(halves):.0f} ms, p95 {statistics.median(tails):.0f} ms "
          f"(medians of {RUNS} runs of {KEYS} keys); the page weighs {weight / 1024:.0f} KB")
    if plays:
        print(f"a hundred lines on five devices: {percentile(plays, 0.5):.0f} ms, p95 {percentile(plays, 0.95):.0f} ms")
    bot = Bot(place).start()
    try:
        before = memory(bot)
        browsers = [studio(bot) for _ in range(5)]
        type_and_measure(browsers[0])
        print(f"memory of the server: {before:.0f} MB without a studio, {memory(bot):.0f} MB with five of them")
        for browser in browsers:
            browser.quit()
    finally:
        bot.close()
