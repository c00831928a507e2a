// The studio: connects text, map and phones. A conversation is a text; what is on a phone is a function of it and of the flows.

import { announce, element, uuid } from './dom.js';
import { Documents } from './documents.js';
import { Drawer, turnTabs } from './drawer.js';
import { CodeEditor, load } from './editor.js';
import { editsByPath, Language, movesOf } from './language.js';
import { FlowMap } from './map.js';
import { devices, Phones } from './phones.js';
import { PlainEditor } from './plain.js';
import { applied, changesOf, withBytes } from './positions.js';
import { Events, later, oneAtATime, post, Refusal, request, Unreachable, useKey } from './server.js';
import { Tests } from './tests.js';
import { Traffic } from './traffic.js';

const get = (id) => document.getElementById(id);
const cureKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘.' : 'Ctrl+.';

class Studio {
  #project;
  #documents;
  #language;
  #editor;
  #events;
  #map;
  #phones;
  #drawer;
  #tests;
  #traffic;
  #shown;
  #diagnostics = new Map();
  #threads = [];
  #thread;
  #devices = new Set(['iphone']);
  #plays = [];
  // Changes with every change of a text.
  #state = 0;
  #savedErrors = 0;
  #isAway = false;

  async begin() {
    addEventListener('hashchange', () => this.#unlock());
    try {
      await useKey();
      await this.#open();
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  /** The key has come with an address that was opened in this window. */
  async #unlock() {
    try {
      if (!await useKey()) return;
      if (this.#project) this.#events.open(); else await this.#open();
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  async #open() {
    const project = await request('GET', '/project');
    this.#project = project;
    get('title').textContent = project.name || 'Studio';
    document.title = `${project.name || 'Studio'} – Studio`;
    this.#documents = new Documents({
      changed: (document, byEditor) => this.#changed(document, byEditor), state: (problem) => this.#showState(problem),
      conflict: (document) => this.#showConflicts(document), problem: (text) => this.#banner(text),
    });
    const client = uuid();
    this.#language = new Language(client, project.root, { diagnostics: (...found) => this.#found(...found) });
    this.#map = new FlowMap(get('map'), { choose: (box, goes) => this.#chosen(box, goes) });
    this.#phones = new Phones(get('screens'), { act: (lines) => this.#act(lines) });
    this.#tests = new Tests(get('tests'), { open: (test) => this.#openTest(test), go: (path, line) => this.#go(path, { line: line - 1, character: 0 }) });
    this.#traffic = new Traffic(get('traffic'), get('replies'), {
      changed: () => this.#drawMap(), add: (reply, like) => this.#addAnswer(reply, like), go: (reply) => this.#goToStep(reply),
    });
    this.#drawer = new Drawer({
      go: (path, position) => this.#go(path, position), cure: (problem) => this.#cure(problem),
      explain: (code) => this.#language.explain(code), toLine: (line) => this.#rewind(line),
      answer: (action, answer) => this.#operate({ do: 'answer', action, with: answer }), opened: () => this.#play(),
    });
    this.#drawer.actions(project.actions);
    await this.#makeEditor();
    this.#connect();
    // Drafts of an earlier day are what is on the screen.
    for (const file of project.files.filter((one) => one.draft)) await this.#documents.open(file.path);
    this.#listFiles();
    const first = (project.flows.find((flow) => flow.flow === project.start) ?? project.flows[0])?.file ?? project.files[0]?.path;
    if (first) await this.#show(await this.#documents.open(first));
    this.#begin();
    this.#events = new Events(client, {
      hello: () => this.#hello(), language: (message) => this.#language.take(message),
      file: ({ path, hash }) => this.#fileChanged(path, hash), lost: () => this.#lost(),
    });
    get('studio').setAttribute('aria-busy', 'false');
    this.#runTests();
  }

  async #makeEditor() {
    const listener = {
      edited: (document, text) => this.#documents.edit(document, text, true), moved: (...place) => this.#moved(...place),
      cure: () => this.#cureNearest(), save: () => this.#documents.save(), rename: () => this.#rename(), cureKey,
      complete: (document, position) => this.#complete(document, position),
      hover: (document, position) => this.#hover(document, position),
    };
    if (document.documentElement.dataset.editor === 'codemirror') {
      try {
        this.#editor = new CodeEditor(await load(), get('editor'), listener);
        return;
      } catch { /* a plain field takes its place */ }
    }
    get('editor-note').textContent = 'This is a plain text field: .ci/fetch-editor fetches the editor, and the next build takes it in.';
    get('editor-note').hidden = false;
    this.#editor = new PlainEditor(get('editor'), listener);
  }

  #connect() {
    get('file').onchange = async (change) => { await this.#show(await this.#documents.open(change.target.value)); this.#editor.focus(); };
    get('problem-count').onclick = () => this.#drawer.toggle('problems');
    get('tests-now').onclick = () => { this.#tab('tests'); this.#runTests(); };
    get('smaller').onclick = () => this.#map.scale(1 / 1.25);
    get('larger').onclick = () => this.#map.scale(1.25);
    get('map-tab').onclick = () => this.#tab('map');
    get('tests-tab').onclick = () => this.#tab('tests');
    get('start-here').onclick = () => this.#startHere();
    for (const tabs of document.querySelectorAll('.tabs[role=tablist], #endings, #middle > .tabs')) tabs.addEventListener('keydown', turnTabs);
    for (const button of document.querySelectorAll('.views button')) {
      button.onclick = () => { get('studio').dataset.view = button.dataset.view; };
    }
    for (const [device, name] of devices) {
      get('devices').append(element('label', {}, element('input', {
        type: 'checkbox', value: device, checked: this.#devices.has(device), onchange: (change) => this.#device(device, change.target),
      }), name));
    }
    get('composer').onsubmit = (submit) => {
      submit.preventDefault();
      const words = get('words').value.trim();
      get('words').value = '';
      if (words) this.#act([`you: ${words}`]);
    };
    get('new-thread').onclick = () => this.#begin();
    get('keep').onclick = () => this.#askName();
    get('keep-not').onclick = () => { get('keeping').hidden = true; get('keep').focus(); };
    get('keeping').onsubmit = (submit) => { submit.preventDefault(); this.#keep(get('test-name').value.trim()); };
    addEventListener('keydown', (key) => {
      if ((key.ctrlKey || key.metaKey) && key.key === 's') { key.preventDefault(); this.#documents.save(); }
    });
  }

  // Files.

  #listFiles() {
    const paths = new Set([...this.#project.files.map((file) => file.path), ...this.#documents.all.map((document) => document.path)]);
    get('file').replaceChildren(...[...paths].map((path) => element('option', { value: path, selected: path === this.#shown?.path }, path)));
  }

  async #show(document) {
    if (this.#shown === document) return;
    this.#shown = document;
    get('file').value = document.path;
    this.#editor.show(document);
    this.#showConflicts(document);
    this.#colour();
    this.#drawMap();
    this.#showHere();
  }

  async #go(path, position) {
    await this.#show(await this.#documents.open(path));
    this.#editor.goTo(position);
  }

  async #fileChanged(path, hash) {
    try {
      if (this.#documents.get(path)) await this.#documents.changedOnDisk(path, hash);
      else this.#refreshSoon();
      if (!this.#project.files.some((file) => file.path === path) && hash) {
        this.#project.files.push({ path, writable: true });
        this.#listFiles();
      }
      this.#testsSoon();
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  /** A text has changed. */
  #changed(document, byEditor) {
    this.#state += 1;
    if (!byEditor) this.#editor.refresh(document);
    this.#language.update(document);
    this.#refreshSoon();
    this.#showState();
  }

  #refreshSoon() {
    this.#play();
    this.#mapSoon();
    this.#colourSoon();
    this.#saveSoon();
  }

  #saveSoon = later(() => this.#saveIfSound(), 900);
  #mapSoon = later(() => this.#drawMap(), 300);
  #colourSoon = later(() => this.#colour(), 200);
  #testsSoon = later(() => this.#runTests(), 400);

  /** Saves what has no new error; with errors it stays a draft, until it is saved by key. */
  async #saveIfSound() {
    const state = this.#state;
    if (!this.#documents.isDirty || this.#played !== state || this.#errors > this.#savedErrors) return;
    if (this.#documents.all.some((one) => one.conflicts.length > 0)) return;
    this.#savedErrors = this.#errors;
    await this.#documents.save();
    this.#testsSoon();
  }

  #showState(problem) {
    if (problem) this.#trouble(problem);
    else if (!this.#isAway) this.#banner('');
    const dirty = this.#documents.isDirty;
    const isKept = this.#documents.all.every((one) => !one.isDirty || one.keptText === one.text);
    get('saved').textContent = !dirty ? 'Saved' : isKept ? 'Draft kept' : 'Editing…';
    get('saved').dataset.state = !dirty ? 'saved' : isKept ? 'kept' : 'editing';
  }

  #showConflicts(document) {
    if (document !== this.#shown) return;
    get('conflicts').replaceChildren(...document.conflicts.map((conflict) => element(
      'section', { class: 'conflict', 'aria-label': `Another editor has changed line ${conflict.line}` },
      element('p', {}, `Another editor has changed the same lines (${conflict.line}). Yours stand in the text.`),
      element('div', { class: 'sides' }, element('pre', {}, conflict.ours), element('pre', {}, conflict.theirs)),
      element('button', { type: 'button', onclick: () => this.#documents.settle(document, conflict, false) }, 'Keep mine'),
      element('button', { type: 'button', onclick: () => this.#documents.settle(document, conflict, true) }, 'Take theirs'))));
  }

  // The connection.

  async #hello() {
    this.#isAway = false;
    this.#banner('');
    await this.#language.begin(this.#documents.all);
    try {
      await this.#documents.refresh();
      await this.#documents.keepAll();
    } catch (problem) {
      this.#trouble(problem);
    }
    this.#colour();
    this.#drawMap();
    this.#play();
  }

  async #lost() {
    if (this.#isAway) return;
    this.#isAway = true;
    try {
      await request('GET', '/project');
      this.#isAway = false;
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  #trouble(problem) {
    if (problem instanceof Refusal && problem.status === 401) {
      this.#banner('The studio opens by the link that `usher dev` prints: open it in this window. What you have typed stays here.');
    } else if (problem instanceof Unreachable) {
      this.#isAway = true;
      this.#banner('The server does not answer. What you type stays here, and goes on when it is back.');
    } else {
      this.#banner(problem.message);
    }
  }

  #banner(text) {
    get('banner').hidden = !text;
    get('banner').textContent = text;
  }

  // Language.

  #found(path, version, diagnostics) {
    const document = this.#documents.get(path);
    // What is known of an older text comes too late.
    if (document && version !== undefined && version !== document.version) return;
    this.#diagnostics.set(path, diagnostics);
    if (document) this.#editor.mark(document, diagnostics);
    this.#showProblems();
  }

  get #problems() {
    return [...this.#diagnostics].flatMap(([path, found]) => found.map((one) => ({ ...one, path })))
      .sort((one, other) => (one.path !== this.#shown?.path) - (other.path !== this.#shown?.path) || one.path.localeCompare(other.path)
        || one.range.start.line - other.range.start.line);
  }

  #showProblems() {
    const problems = this.#problems;
    const errors = problems.filter((one) => one.severity === 1).length;
    const button = get('problem-count');
    button.textContent = problems.length === 0 ? 'No problems' : problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    button.dataset.kind = errors > 0 ? 'error' : problems.length > 0 ? 'warning' : 'none';
    this.#drawer.problems(problems);
  }

  async #colour() {
    const document = this.#shown;
    if (!document) return;
    const answer = await this.#language.ask('textDocument/semanticTokens/full', document);
    if (answer?.result && document === this.#shown) this.#editor.colour(document, answer.result.data, this.#language.legend ?? []);
  }

  async #complete(document, position) {
    const answer = await this.#language.ask('textDocument/completion', document, { position });
    return answer?.result?.items;
  }

  async #hover(document, position) {
    const answer = await this.#language.ask('textDocument/hover', document, { position });
    return answer?.result?.contents?.value;
  }

  /** Corrects the problem that is nearest to the cursor. */
  #cureNearest() {
    const line = this.#editor.position.line;
    const own = (this.#diagnostics.get(this.#shown.path) ?? [])
      .toSorted((one, other) => Math.abs(one.range.start.line - line) - Math.abs(other.range.start.line - line));
    if (own.length === 0) { announce('There is no problem in this file.'); return; }
    this.#cure({ ...own[0], path: this.#shown.path });
  }

  async #cure(problem) {
    const target = await this.#documents.open(problem.path);
    const answer = await this.#language.ask('textDocument/codeAction', target, {
      range: problem.range, context: { diagnostics: [], only: ['quickfix'] },
    });
    const actions = answer?.result ?? [];
    const action = actions.find((one) => one.diagnostics?.[0]?.code === problem.code) ?? actions[0];
    if (!action) {
      this.#drawer.toggle('problems');
      announce('This problem has no cure of its own; the help says what to do.');
      return;
    }
    await this.#applyEdit(action.edit);
    announce(action.title);
  }

  async #applyEdit(edit) {
    for (const [path, edits] of editsByPath(this.#language, edit)) {
      const target = await this.#documents.open(path);
      this.#documents.edit(target, applied(target.text, changesOf(target.text, edits)));
    }
  }

  async #rename() {
    const target = this.#shown;
    const position = this.#editor.position;
    const place = await this.#language.ask('textDocument/prepareRename', target, { position });
    if (!place?.result) { announce(place?.error ?? 'There is nothing to rename here.'); return; }
    const old = place.result.placeholder ?? '';
    const name = await this.#question('New name', old);
    if (!name || name === old) return;
    const answer = await this.#language.ask('textDocument/rename', target, { position, newName: name });
    if (answer?.error) { this.#banner(answer.error); return; }
    if (movesOf(answer?.result).length > 0) { this.#banner('Renaming a flow moves files; `usher lsp` in an editor does that.'); return; }
    await this.#applyEdit(answer?.result);
    // Threads stand on steps by their answers, and go on.
    this.#play();
  }

  /** Asks for a word in the bar above the text; nothing else is blocked. */
  #question(words, text) {
    return new Promise((resolve) => {
      const field = element('input', { 'aria-label': words, value: text });
      const end = (answer) => { form.remove(); this.#editor.focus(); resolve(answer); };
      const form = element('form', { class: 'question', onsubmit: (submit) => { submit.preventDefault(); end(field.value.trim()); } },
        element('label', {}, `${words} `, field), element('button', { type: 'submit' }, 'Rename'),
        element('button', { type: 'button', onclick: () => end(undefined) }, 'Cancel'));
      form.addEventListener('keydown', (key) => { if (key.key === 'Escape') end(undefined); });
      get('conflicts').prepend(form);
      field.select();
    });
  }

  // The map.

  get #flow() {
    const path = this.#shown?.path;
    const known = this.#project.flows.find((flow) => flow.file === path)?.flow;
    return known ?? /^Flows\/([^.]+)\.(?:.*\.)?(?:yaml|transcript)$/.exec(path ?? '')?.[1];
  }

  #drawMap = oneAtATime(async () => {
    const flow = this.#project.flows.some((one) => one.flow === this.#flow) ? this.#flow : this.#thread?.flow;
    if (!flow) return;
    try {
      const drafts = this.#documents.drafts;
      const map = (this.#traffic.isShown ? await this.#traffic.map(flow, drafts) : undefined) ?? await post('/map', { flow, drafts });
      this.#map.show(map);
      if (this.#plays[0]) this.#map.follow(this.#plays[0], false);
    } catch (problem) {
      if (!(problem instanceof Refusal)) this.#trouble(problem);
    }
  });

  #chosen(box, goes) {
    const button = get('start-here');
    button.hidden = !box.step;
    button.textContent = `Start at “${box.step}”`;
    if (goes && box.lines) {
      const flow = this.#project.flows.find((one) => one.flow === box.flow);
      this.#go(flow?.file ?? this.#shown.path, { line: box.lines[0] - 1, character: 0 });
    }
  }

  /** Adds what customers typed as an answer of its question. */
  async #addAnswer({ flow, step, text }, like) {
    try {
      const edit = await post('/answer', { flow, step, label: text, like, drafts: this.#documents.drafts });
      const target = await this.#documents.open(edit.path);
      this.#documents.edit(target, withBytes(target.text, edit));
      const line = new TextDecoder().decode(new TextEncoder().encode(target.text).slice(0, edit.start + 1)).split('\n').length - 1;
      await this.#go(edit.path, { line, character: 0 });
      announce(`“${text}” is an answer of ${step} now.`);
      this.#drawMap();
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  #goToStep({ flow, step }) {
    const box = this.#map.box(flow, step);
    const file = this.#project.flows.find((one) => one.flow === flow)?.file;
    if (file) this.#go(file, { line: (box?.lines?.[0] ?? 1) - 1, character: 0 });
  }

  #moved(document, { line }, isTyping) {
    if (isTyping) return;
    this.#map.cursor(document.path, line + 1);
  }

  async #startHere() {
    const box = this.#map.chosen;
    if (!box?.step) return;
    await this.#operate({ do: 'path', flow: box.flow, step: box.step }, { asNew: box.step });
  }

  // Conversations.

  #begin() {
    const flow = this.#project.flows.some((one) => one.flow === this.#flow) ? this.#flow : this.#project.flows[0]?.flow;
    if (!flow) return;
    this.#add({ flow, text: 'you: Hello\n', name: flow });
  }

  #add(thread) {
    this.#thread = { id: uuid(), until: undefined, ...thread };
    this.#threads.push(this.#thread);
    this.#showEndings();
    this.#play();
  }

  #showEndings() {
    get('endings').replaceChildren(...this.#threads.map((thread) => element('span', { class: 'ending' },
      element('button', {
        type: 'button', role: 'tab', 'aria-selected': String(thread === this.#thread), tabindex: thread === this.#thread ? 0 : -1,
        onclick: () => { this.#thread = thread; this.#showEndings(); this.#drawMap(); this.#play(); },
      }, thread.name),
      this.#threads.length > 1 ? element('button', { type: 'button', class: 'close', 'aria-label': `Close ${thread.name}`, onclick: () => this.#close(thread) }, '×') : null)));
  }

  #close(thread) {
    this.#threads = this.#threads.filter((one) => one !== thread);
    if (this.#thread === thread) this.#thread = this.#threads.at(-1);
    this.#showEndings();
    this.#play();
  }

  /** Does something on the phone; after a rewind it is another ending. */
  #act(lines) {
    const until = this.#thread.until;
    if (until === undefined) return this.#operate({ do: 'append', lines });
    return this.#operate({ do: 'other-ending', after: until, lines }, { asNew: `${this.#thread.name} (${this.#threads.length + 1})` });
  }

  #operations = Promise.resolve();

  /** Operates on the text of the conversation, one operation after the other. */
  #operate(operation, { asNew } = {}) {
    this.#operations = this.#operations.then(async () => {
      const thread = this.#thread;
      try {
        const answer = await post('/thread', {
          flow: operation.flow ?? thread.flow, text: thread.text, operation, device: this.#firstDevice, drafts: this.#documents.drafts,
        });
        if (asNew) {
          this.#add({ flow: operation.flow ?? thread.flow, text: answer.text, name: asNew });
        } else {
          thread.text = answer.text;
          if (operation.do !== 'rewind') thread.until = undefined;
          await this.#play();
        }
      } catch (problem) {
        if (problem instanceof Refusal && problem.status !== 401) this.#banner(problem.message); else this.#trouble(problem);
      }
    });
    return this.#operations;
  }

  get #firstDevice() { return devices.map(([device]) => device).find((device) => this.#devices.has(device)) ?? 'iphone'; }

  #device(device, box) {
    if (box.checked) this.#devices.add(device);
    else if (this.#devices.size > 1) this.#devices.delete(device);
    else box.checked = true;
    this.#play();
  }

  #rewind(line) {
    const lines = this.#thread.text.trimEnd().split('\n').length;
    this.#thread.until = line < lines ? line : undefined;
    this.#play();
  }

  #played = -1;
  #errors = 0;

  /** Plays the conversation on what is on the screen, on all phones. */
  #play = oneAtATime(async () => {
    const thread = this.#thread;
    if (!thread) return;
    const state = this.#state;
    const body = {
      threads: [{ id: thread.id, flow: thread.flow, text: thread.text }],
      devices: devices.map(([device]) => device).filter((device) => this.#devices.has(device)),
      payloads: this.#drawer.wantsPayload ? 'last' : 'none', drafts: this.#documents.drafts,
    };
    if (thread.until !== undefined) body.until = thread.until;
    const began = performance.now();
    let answer;
    try {
      answer = await post('/play', body);
    } catch (problem) {
      this.#trouble(problem);
      return;
    }
    this.#played = state;
    this.#errors = answer.errors;
    if (!this.#documents.isDirty) this.#savedErrors = answer.errors;
    if (state === this.#state && this.#documents.isDirty) this.#saveSoon();
    this.#showPlayed(answer, performance.now() - began);
    if (thread !== this.#thread || answer.plays.length === 0) return;
    this.#plays = answer.plays;
    this.#phones.show(answer.plays);
    this.#showThread(thread, answer.plays[0]);
    this.#drawer.play(answer.plays[0]);
    if (answer.current) this.#map.follow(answer.plays[0]);
    this.#showHere();
  });

  #showPlayed(answer, duration) {
    const words = answer.current ? `played in ${Math.round(duration)} ms`
      : answer.sound ? `the last flows without errors; the text has ${answer.errors === 1 ? '1 error' : `${answer.errors} errors`}`
        : answer.problem ?? 'the flows have errors';
    get('played').textContent = words;
    get('phones').classList.toggle('stale', !answer.current);
    get('phones').dataset.state = this.#state === this.#played ? 'current' : 'behind';
  }

  #showHere() {
    const at = this.#plays[0]?.at;
    this.#editor?.here(undefined, at?.file === this.#shown?.path ? at?.lines : undefined);
  }

  #showThread(thread, play) {
    const lines = thread.text.trimEnd().split('\n');
    const last = thread.until ?? lines.length;
    const turns = new Map(play.turns.map((turn) => [turn.line, turn]));
    get('thread').replaceChildren(...lines.map((text, index) => {
      const line = index + 1;
      const turn = turns.get(line);
      const kind = play.stop?.line === line ? 'stopped' : turn?.difference ? 'differs' : line > last ? 'after' : 'done';
      return element('li', { class: kind, 'aria-current': line === last ? 'step' : undefined },
        element('button', {
          type: 'button', onclick: () => this.#rewind(line), title: line > last ? 'Go on to here' : 'Rewind to here',
        }, text));
    }));
    this.#showStop(play.stop);
    this.#showOffers(play);
    this.#showClock(play);
  }

  #showStop(stop) {
    get('stop').hidden = !stop;
    if (!stop) { get('stop').replaceChildren(); return; }
    get('stop').replaceChildren(
      element('p', {}, element('strong', {}, `Line ${stop.line} no longer goes: `), [stop.message, stop.help].filter(Boolean).join('; ')),
      ...stop.cures.map((cure) => element('button', {
        type: 'button', onclick: () => this.#operate(cure.line === null ? { do: 'leave-out', at: stop.line } : { do: 'replace', at: stop.line, line: cure.line }),
      }, cure.title)));
  }

  #showOffers(play) {
    get('offers').replaceChildren(...play.offers.map((offer) => element('button', {
      type: 'button', 'data-kind': offer.kind, title: offer.note ?? offer.lines.join('\n'), onclick: () => this.#offer(offer),
    }, offer.label, offer.note ? element('small', {}, offer.note) : null)));
  }

  /** A sample is a beginning: its words go where they can be overwritten. */
  #offer(offer) {
    if (offer.kind === 'say' && offer.sample) {
      get('words').value = offer.lines[0].replace(/^you: /, '');
      get('words').select();
      get('words').focus();
      return;
    }
    this.#act(offer.lines);
  }

  #showClock(play) {
    const wait = (words, operation) => element('button', { type: 'button', onclick: () => this.#operate({ do: 'wait', ...operation }) }, words);
    get('clock').replaceChildren(
      `⏱ ${play.clock.words} `, wait('+10 minutes', { for: '10 minutes' }),
      ...play.clock.wakes.map((wake) => wait(`to the ${wake.kind}`, { to: wake.kind })),
      wait('Monday 9:00', { until: { weekday: 'Monday', time: '9:00' } }));
  }

  // Tests.

  #tab(tab) {
    for (const name of ['map', 'tests']) {
      get(`${name}-tab`).setAttribute('aria-selected', String(name === tab));
      get(`${name}-tab`).tabIndex = name === tab ? 0 : -1;
      get(name).hidden = name !== tab;
    }
    get('middle').dataset.tab = tab;
    get('traffic').hidden = tab !== 'map';
    if (tab !== 'map') this.#traffic.clear(); else if (this.#traffic.isShown) this.#drawMap();
  }

  #runTests = oneAtATime(async () => {
    try {
      const report = await post('/tests', { drafts: this.#documents.drafts });
      if (!report.sound) return;
      this.#tests.show(report);
      const button = get('tests-now');
      button.textContent = report.failed > 0 ? `${report.failed} of ${report.tests.length} tests fail` : `${report.passed} tests pass`;
      button.dataset.kind = report.failed > 0 ? 'error' : 'none';
      const own = report.coverage?.find((one) => one.flow === this.#map.flow);
      this.#map.uncovered(new Set((own?.missing ?? []).filter((item) => !item.way).map((item) => item.step)));
    } catch (problem) {
      if (!(problem instanceof Refusal)) this.#trouble(problem);
    }
  });

  async #openTest(test) {
    const { threads } = await post('/threads', { file: test.file, drafts: this.#documents.drafts });
    const found = threads.find((thread) => thread.name === test.name);
    if (!found) return;
    const flow = /^Flows\/([^.]+)\./.exec(test.file)?.[1];
    this.#add({ flow, text: found.text, name: test.name });
  }

  #askName() {
    get('keeping').hidden = false;
    get('test-name').focus();
  }

  /** Keeps the conversation as a test in the transcript of its flow. */
  async #keep(name) {
    const thread = this.#thread;
    const path = `Flows/${thread.flow}.transcript`;
    try {
      const file = await this.#documents.open(path);
      const lines = thread.text.split('\n');
      const text = thread.until === undefined ? thread.text : `${lines.slice(0, thread.until).join('\n')}\n`;
      const kept = await post('/thread', {
        flow: thread.flow, text, operation: { do: 'keep', name, file: path }, device: this.#firstDevice,
        drafts: { ...this.#documents.drafts, [path]: file.text },
      });
      let whole = file.text;
      for (const edit of kept.edits) whole = withBytes(whole, edit);
      this.#documents.edit(file, whole);
      await this.#documents.save();
      thread.name = name;
      get('keeping').hidden = true;
      get('test-name').value = '';
      this.#showEndings();
      this.#listFiles();
      this.#tab('tests');
      await this.#runTests();
      announce(`“${name}” is a test in ${path} now.`);
    } catch (problem) {
      if (problem instanceof Refusal && problem.status !== 401) this.#banner(problem.message); else this.#trouble(problem);
    }
  }
}

await new Studio().begin();
