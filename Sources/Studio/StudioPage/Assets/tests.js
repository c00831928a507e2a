// The tests of the project: run at each save, with differences side by side, and what no test has passed.

import { element } from './dom.js';

export class Tests {
  #place;
  #listener;

  /** @param listener `open(test)`, `go(path, line)`. */
  constructor(place, listener) {
    this.#place = place;
    this.#listener = listener;
  }

  show(report) {
    const failed = report.tests.filter((test) => !test.passed);
    const passed = report.tests.filter((test) => test.passed);
    this.#place.replaceChildren(
      element('p', { class: failed.length > 0 ? 'summary bad' : 'summary good', role: 'status' },
        failed.length > 0 ? `${failed.length} of ${report.tests.length} tests fail` : `${passed.length} tests pass`),
      ...report.problems.map((problem) => element('p', { class: 'bad' }, problem)),
      element('ul', { class: 'tests' }, ...[...failed, ...passed].map((test) => this.#test(test))),
      ...(report.coverage ?? []).map((flow) => this.#coverage(flow)));
  }

  #test(test) {
    return element('li', { class: test.passed ? 'passed' : 'failed' },
      element('button', { type: 'button', onclick: () => this.#listener.open(test) }, test.name),
      element('small', {}, ` ${test.file}:${test.line}`),
      test.message ? element('p', {}, [test.message, test.help].filter(Boolean).join(' — ')) : null,
      test.comparison ? element('pre', {}, test.comparison) : null);
  }

  #coverage(flow) {
    return element('details', {},
      element('summary', {}, `${flow.flow}: ${flow.coveredSteps} of ${flow.steps} steps, ${flow.coveredWays} of ${flow.ways} ways`),
      element('ul', {}, ...flow.missing.map((item) => element('li', {}, element(
        'button', { type: 'button', onclick: () => this.#listener.go(item.file, item.line ?? 1) },
        [item.step, item.words].filter(Boolean).join(': '))))));
  }
}
