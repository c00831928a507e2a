// The tests of the project: run at each save, with differences side by side, and what no test has passed.

import { redraw } from './background.js';
import { element } from './dom.js';
import { t } from './words.js';

export class Tests {
  #place;
  #listener;

  /** @param listener `open(test)`, `go(path, line)`, `update(test)` for one test or, without it, for all. */
  constructor(place, listener) {
    this.#place = place;
    this.#listener = listener;
  }

  show(report) {
    const failed = report.tests.filter((test) => !test.passed);
    const passed = report.tests.filter((test) => test.passed);
    const updatable = failed.filter((test) => test.expected);
    redraw(this.#place, [
      element('div', { class: 'summary' },
        element('p', { class: failed.length > 0 ? 'bad' : 'good', role: 'status' }, summary(report.tests.length, failed.length)),
        updatable.length > 1 && report.current ? element('button', { type: 'button', onclick: () => this.#listener.update() }, t('Update all')) : null),
      ...(report.tests.length === 0 ? [element('p', { class: 'empty' }, t('Talk to the bot on a phone, and keep the conversation as a test.'))] : []),
      ...report.problems.map((problem) => element('p', { class: 'bad' }, problem)),
      element('ul', { class: 'tests' }, ...[...failed, ...passed].map((test) => this.#test(test, report.current))),
      ...(report.coverage ?? []).map((flow) => this.#coverage(flow)),
    ]);
  }

  #test(test, isCurrent) {
    return element('li', { class: test.passed ? 'passed' : 'failed' },
      element('button', { type: 'button', onclick: () => this.#listener.open(test) }, test.name),
      element('button', { type: 'button', class: 'where', 'data-key': `where ${test.file} ${test.name}`, onclick: () => this.#listener.go(test.file, test.line) }, `${test.file.replace('Flows/', '')}:${test.line}`),
      test.expected && isCurrent ? element('button', { type: 'button', class: 'update', 'data-key': `update ${test.file} ${test.name}`, onclick: () => this.#listener.update(test) }, t('Update')) : null,
      test.expected ? this.#sides(test) : test.message ? element('p', {}, [test.message, test.help].filter(Boolean).join(' — ')) : null);
  }

  /** What is expected beside what the bot says, with the words that differ marked. */
  #sides(test) {
    const said = test.said.length > 0 ? test.said : [t('(nothing)')];
    const near = said.reduce((best, one) => (shared(test.expected[0], one) > shared(test.expected[0], best) ? one : best));
    return element('table', { class: 'sides' },
      element('thead', {}, element('tr', {}, element('th', { scope: 'col' }, t('Expected')), element('th', { scope: 'col' }, t('The bot says')))),
      element('tbody', {}, element('tr', {},
        element('td', { dir: 'auto' }, ...test.expected.flatMap((words) => marked(words, near, 'del'))),
        element('td', { dir: 'auto' }, ...said.map((words) => element('p', {}, ...(words === near ? marked(words, test.expected[0], 'ins') : [words])))))));
  }

  #coverage(flow) {
    return element('details', {},
      element('summary', {}, t('{flow}: {covered} of {steps} steps, {taken} of {ways} ways', {
        flow: flow.flow, covered: flow.coveredSteps, steps: flow.steps, taken: flow.coveredWays, ways: flow.ways,
      })),
      flow.missing.length === 0 ? element('p', { class: 'good' }, t('Tests go everywhere.')) : element('p', {}, t('No test goes here:')),
      element('ul', {}, ...flow.missing.map((item) => element('li', {}, element(
        'button', { type: 'button', onclick: () => this.#listener.go(item.file, item.line ?? 1) },
        [item.step, item.words].filter(Boolean).join(': '))))));
  }
}

export function summary(all, failed) {
  if (all === 0) return t('No tests yet');
  if (failed > 0) return t('{failed} of {all} tests fail', { failed, all });
  return all === 1 ? t('1 test passes') : t('{all} tests pass', { all });
}

const wordsOf = (text) => text.split(/(\s+)/);

/** How many words two texts have in common at both ends. */
function shared(one, other) {
  const [start, end] = ends(wordsOf(one), wordsOf(other));
  return start + end;
}

function ends(one, other) {
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return [start, end];
}

/** A text, with what it has instead of another text in an element of its own. */
function marked(text, other, name) {
  const words = wordsOf(text);
  const [start, end] = ends(words, wordsOf(other));
  const middle = words.slice(start, words.length - end).join('');
  return [words.slice(0, start).join(''), middle ? element(name, {}, middle) : '', words.slice(words.length - end).join('')];
}
