// The studio: connects text, map and phones. A conversation is a text; what is on a phone is a function of it and of the flows.

import { deviceOf, redraw } from './background.js';
import { announce, element, uuid } from './dom.js';
import { Documents } from './documents.js';
import { Difference } from './difference.js';
import { Drawer, turnTabs, turnWithin } from './drawer.js';
import { CodeEditor, load } from './editor.js';
import { Findings } from './findings.js';
import { editsByPath, Language, movesOf } from './language.js';
import { FlowMap } from './map.js';
import { devices, Phones } from './phones.js';
import { PlainEditor } from './plain.js';
import { applied, changesOf, withBytes } from './positions.js';
import { Sentences } from './sentences.js';
import { Events, later, oneAtATime, post, Refusal, request, Unreachable, useKey } from './server.js';
import { accountLink, signedOut, whenSignedIn } from './signed-out.js';
import { Starting } from './starting.js';
import { summary, Tests } from './tests.js';
import { Texts, withLanguage } from './texts.js';
import { Traffic } from './traffic.js';
import { language, t, translate } from './words.js';

const get = (id) => document.getElementById(id);
const cureKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘.' : 'Ctrl+.';

class Studio {
  #client = uuid();
  #project;
  #documents;
  #language;
  #editor;
  #events;
  #map;
  #phones;
  #starting;
  #drawer;
  #tests;
  #texts;
  #difference;
  #sentences;
  #findings;
  #showsChanges = false;
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
    translate(document.body);
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
      if (this.#events) this.#events.open(); else await this.#open();
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  /** Makes the parts of the page. */
  #build(project) {
    const client = this.#client;
    const goToStep = (place) => this.#attempt(() => this.#goToStep(place));
    this.#documents = new Documents({
      changed: (document, byEditor) => this.#changed(document, byEditor), state: (problem) => this.#showState(problem),
      conflict: (document) => this.#showConflicts(document), problem: (text) => this.#banner(text),
    });
    this.#language = new Language(client, project.root, { diagnostics: (...found) => this.#found(...found) });
    this.#map = new FlowMap(get('map'), { choose: (box, goes) => this.#chosen(box, goes) });
    this.#phones = new Phones(get('screens'), { act: (lines) => this.#isShown && this.#act(lines) });
    this.#starting = new Starting(get('starting'));
    const goTo = (path, line) => this.#go(path, { line: line - 1, character: 0 });
    this.#tests = new Tests(get('tests'), {
      open: (test) => this.#attempt(() => this.#openTest(test)), go: goTo, update: (test) => this.#updateTests(test),
    });
    this.#texts = new Texts(get('texts'), {
      drafts: () => this.#documents.drafts, change: (path, body) => this.#changeFiles(path, body), go: goTo,
      addLanguage: (code) => this.#attempt(() => this.#addLanguage(code)), trouble: (problem) => this.#refused(problem),
    });
    this.#difference = new Difference(get('difference-lines'), {
      drafts: () => this.#documents.drafts, isWanted: () => this.#showsChanges || !get('difference').hidden, go: goTo,
      step: (flow, step) => goToStep({ flow, step }), found: (found) => { this.#showChanges(found); this.#sentences.comparedWith(found.base); },
      trouble: (problem) => this.#refused(problem),
    });
    this.#sentences = new Sentences(get('sentences'), client, {
      drafts: () => this.#documents.drafts, isWanted: () => this.#isPlayable && !get('difference').hidden,
      step: (flow, step) => goToStep({ flow, step }), play: (conversation) => this.#playShown(conversation),
    });
    this.#findings = new Findings(client, {
      drafts: () => this.#documents.drafts, isWanted: () => this.#isPlayable, show: () => this.#showFindings(),
      found: (found) => this.#editor.found(found), go: (path, position) => this.#go(path, position),
      play: (conversation) => this.#playShown(conversation), keep: (conversation) => this.#keepFound(conversation),
      explain: (click, code) => this.#drawer.explain(click, code),
    });
    this.#traffic = new Traffic(get('traffic'), get('replies'), {
      changed: () => this.#drawMap(), add: (reply, like) => this.#addAnswer(reply, like), go: (reply) => goToStep(reply),
    });
    this.#drawer = new Drawer({
      go: (path, position) => this.#go(path, position), cure: (problem) => this.#cure(problem),
      explain: (code) => this.#language.explain(code), toLine: (line) => this.#rewind(line),
      answer: (action, answer) => this.#operate({ do: 'answer', action, with: answer }), opened: () => this.#play(), findings: () => this.#findings.nodes(),
      request: () => ({ flow: this.#thread.flow, text: this.#thread.text, device: this.#firstDevice }), trouble: (problem) => this.#refused(problem),
    });
    this.#drawer.actions(project.actions);
    if (project.served) this.#serve(project);
  }

  /** Asks for what the page shows; after a failure, once more from the beginning. The stream of events opens when all of it is there. */
  async #openNow() {
    if (this.#events) return;
    const project = await request('GET', '/project');
    this.#project = project;
    get('title').textContent = project.name || t('Studio');
    document.title = `${project.name || t('Studio')} – ${t('Studio')}`;
    if (!this.#documents) this.#build(project);
    if (!this.#editor) { await this.#makeEditor(); this.#connect(); }
    // Drafts of an earlier day are what is on the screen.
    for (const file of project.files.filter((one) => one.draft)) await this.#documents.open(file.path);
    this.#listFiles();
    const first = (project.flows.find((flow) => flow.flow === project.start) ?? project.flows[0])?.file ?? project.files[0]?.path;
    if (first) await this.#show(await this.#documents.open(first));
    if (project.lesson) await this.#documents.open(project.lesson.file);
    this.#begin();
    this.#events = new Events(this.#client, {
      hello: () => this.#hello(), language: (message) => this.#language.take(message),
      file: ({ path, hash }) => this.#fileChanged(path, hash), lost: () => this.#lost(),
    });
    get('studio').setAttribute('aria-busy', 'false');
    this.#runTests();
    // The page on which flows are published leads here.
    if (location.hash === '#difference') { this.#look('middle'); this.#tab('difference'); }
    if (project.lesson) await this.#teach(project.lesson);
  }

  #opening = Promise.resolve();

  #open() {
    this.#opening = this.#opening.catch(() => {}).then(() => this.#openNow());
    return this.#opening;
  }

  /** On a server: real customers, and none that are simulated. */
  #serve({ account, desk }) {
    this.#drawer.hide('wire');
    get('traffic').querySelector('[value=here]').remove();
    document.querySelector('.bar a[href="/chat"]').hidden = true;
    document.querySelector('.bar a[href="/desk"]').hidden = !desk;
    if (account) get('to-publish').after(accountLink(account));
  }

  // The first visit.

  /** One mistake to correct, in a draft: the file on the disk has none. */
  async #teach({ file, line, text }) {
    const lesson = await this.#documents.open(file);
    if (lesson.isDirty) return;
    await this.#show(lesson);
    this.#documents.edit(lesson, text);
    this.#editor.goTo({ line: line - 1, character: 0 });
    const old = lesson.baseText;
    const close = (words) => {
      get('lesson').replaceChildren(element('p', {}, words), element('button', { type: 'button', onclick: () => { get('lesson').hidden = true; } }, t('Close')));
      this.#learned = undefined;
      request('DELETE', '/lesson').catch(() => {});
    };
    get('lesson').replaceChildren(
      element('p', {}, t('On the left is what your bot says, on the right what your customers see. Line {line} has one mistake, so the phone still shows the text as it was before. Press {key} to correct it, and the phone continues.', { line, key: cureKey })),
      element('button', { type: 'button', onclick: () => { this.#documents.edit(lesson, old); this.#editor.focus(); } }, t('Correct it for me')));
    get('lesson').hidden = false;
    this.#learned = () => {
      if (lesson.text !== text && this.#errors === 0) close(t('That is all there is to it: change any sentence on the left, and read it on the phone.'));
    };
  }

  #learned;

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
    get('editor-note').textContent = t('This is a plain text field: .ci/fetch-editor fetches the editor, and the next build takes it in.');
    get('editor-note').hidden = false;
    this.#editor = new PlainEditor(get('editor'), listener);
  }

  #connect() {
    // The focus stays, so that arrows go from file to file.
    get('file').onchange = (change) => { this.#look('text'); this.#turnToFile(change.target.value); };
    for (const button of ['problem-count', 'finding-count']) get(button).onclick = () => this.#drawer.toggle('problems');
    get('tests-now').onclick = () => { this.#look('middle'); this.#tab('tests'); this.#runTests(); };
    get('smaller').onclick = () => this.#map.scale(1 / 1.25);
    get('larger').onclick = () => this.#map.scale(1.25);
    for (const tab of document.querySelectorAll('#middle [role=tab]')) tab.onclick = () => this.#tab(tab.getAttribute('aria-controls'));
    get('changes').onclick = () => this.#toggleChanges();
    get('start-here').onclick = () => this.#startHere();
    for (const tabs of document.querySelectorAll('[role=tablist]')) tabs.addEventListener('keydown', turnTabs);
    for (const button of document.querySelectorAll('.views button')) {
      button.onclick = () => this.#look(button.dataset.view);
    }
    for (const [device, name] of devices) {
      get('devices').append(element('label', {}, element('input', {
        type: 'checkbox', value: device, checked: this.#devices.has(device), onchange: (change) => this.#device(device, change.target),
      }), t(name)));
    }
    get('composer').onsubmit = (submit) => {
      submit.preventDefault();
      this.#write(get('words').value.trim());
    };
    get('new-thread').onclick = () => this.#beginAnother();
    get('new-flow').onclick = () => this.#attempt(() => this.#newFlow());
    get('tongue').onchange = (change) => this.#operate({ do: 'language', language: change.target.value || null });
    get('keep').onclick = () => this.#askName();
    const leave = () => { get('keeping').hidden = true; get('keep').focus(); };
    get('keep-not').onclick = leave;
    get('keeping').addEventListener('keydown', (key) => { if (key.key === 'Escape') leave(); });
    get('keeping').onsubmit = (submit) => { submit.preventDefault(); this.#keep(get('test-name').value.trim()); };
    get('offers').addEventListener('keydown', (key) => turnWithin(key, 'button'));
    get('thread').addEventListener('keydown', (key) => turnWithin(key, 'button'));
    addEventListener('keydown', (key) => {
      if (key.key === 'F6') { key.preventDefault(); this.#turnParts(key.shiftKey ? -1 : 1); }
      if ((key.ctrlKey || key.metaKey) && key.key === 's') { key.preventDefault(); this.#documents.save(); }
      // Wherever the focus is; in the text, the editor does it.
      if ((key.ctrlKey || key.metaKey) && key.key === '.' && !key.defaultPrevented) { key.preventDefault(); this.#cureNearest(); }
    });
  }

  /** From part to part of the page: the text, the middle, what can be done, the drawer. */
  #turnParts(step) {
    const parts = [
      [get('text'), () => this.#editor.focus()], [get('middle'), () => document.querySelector('#middle [aria-selected=true]').focus()],
      [get('phones'), () => (document.querySelector('#offers button') ?? get('words')).focus()],
      [get('drawer'), () => document.querySelector('#drawer [aria-selected=true]').focus()],
    ].filter(([part]) => !part.hidden);
    const at = parts.findIndex(([part]) => part.contains(document.activeElement));
    const [part, focus] = parts[(at + step + parts.length) % parts.length];
    if (part.id !== 'drawer') this.#look(part.id);
    focus();
  }

  // Files.

  #listFiles() {
    const paths = new Set([...this.#project.files.map((file) => file.path), ...this.#documents.all.map((document) => document.path)]);
    const chosen = (this.#wish ?? this.#shown)?.path;
    get('file').replaceChildren(...[...paths].map((path) => element('option', { value: path, selected: path === chosen }, path)));
  }

  /** Begins a flow with a question, so that there is something to change. */
  async #newFlow() {
    const words = await this.#question(t('Name of the flow'), '', t('Make'));
    const name = words?.toLowerCase().replace(/[\s_]+/g, '-');
    if (!name) return;
    if (!/^[a-z][a-z0-9-]*$/.test(name)) { this.#banner(t('A name has letters from a to z, digits and hyphens.')); return; }
    const file = await this.#documents.open(`Flows/${name}.yaml`);
    if (file.hash === null && file.text === '') {
      this.#documents.edit(file, `flow: ${name}
start: welcome

steps:
  welcome:
    ask: What can we do for you?
    answers:
      Opening hours: hours
      Something else: topic

  hours:
    say: We are here from Monday to Friday.
    then: end

  topic:
    ask: What is it about?
    text: one line
    then: thanks

  thanks:
    say: Thank you. We will look into “{topic}”.
    then: end
`);
    }
    this.#listFiles();
    await this.#show(file);
    await this.#play();
    this.#begin();
    this.#editor.goTo({ line: 5, character: 9 });
  }

  // The file that was chosen and is not there yet.
  #wish;

  /** Opens a file and shows it. Returns whether it is shown: not when another one was chosen meanwhile. */
  async #turnToFile(path) {
    const wish = { path };
    this.#wish = wish;
    try {
      const document = await this.#documents.open(path);
      if (wish !== this.#wish) return false;
      await this.#show(document);
      return true;
    } catch (problem) {
      if (wish === this.#wish) {
        this.#wish = undefined;
        get('file').value = this.#shown?.path ?? '';
      }
      this.#refused(problem);
      return false;
    }
  }

  async #show(document) {
    this.#wish = undefined;
    get('file').value = document.path;
    if (this.#shown === document) return;
    this.#shown = document;
    this.#editor.show(document);
    this.#showConflicts(document);
    this.#colour();
    this.#drawMap();
    this.#showHere();
  }

  /** On a narrow screen, one part of the page is in view. */
  #look(part) { get('studio').dataset.view = part; }

  async #go(path, position) {
    this.#look('text');
    if (await this.#turnToFile(path)) this.#editor.goTo(position);
  }

  async #fileChanged(path, hash) {
    try {
      if (this.#documents.get(path)) await this.#documents.changedOnDisk(path, hash);
      else this.#refreshSoon();
      if (!this.#project.files.some((file) => file.path === path) && hash) {
        this.#project.files.push({ path, writable: true });
        this.#listFiles();
      } else if (!hash && !this.#documents.get(path)) {
        this.#project.files = this.#project.files.filter((file) => file.path !== path);
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
    // The phone comes first; what is found in the text is known by then.
    this.#refreshSoon().finally(() => this.#language.update(document));
    this.#showState();
  }

  #refreshSoon() {
    this.#findings.changed();
    this.#sentences.changed();
    const played = this.#play();
    this.#mapSoon();
    this.#colourSoon();
    this.#texts.refreshSoon();
    this.#difference.refreshSoon();
    this.#saveSoon();
    return played;
  }

  #saveSoon = later(() => this.#saveIfValid(), 900);
  #mapSoon = later(() => this.#drawMap(), 300);
  #colourSoon = later(() => this.#colour(), 200);
  #testsSoon = later(() => this.#runTests(), 400);

  /** Saves what has no new error; with errors it stays a draft, until it is saved by key. */
  async #saveIfValid() {
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
    get('saved').textContent = !dirty ? t('Saved') : isKept ? t('Draft kept') : t('Editing…');
    get('saved').dataset.state = !dirty ? 'saved' : isKept ? 'kept' : 'editing';
  }

  #showConflicts(document) {
    if (document !== this.#shown) return;
    get('conflicts').replaceChildren(...document.conflicts.map((conflict) => element(
      'section', { class: 'conflict', 'aria-label': t('Another editor has changed line {line}', { line: conflict.line }) },
      element('p', {}, t('Another editor has changed the same lines ({line}). Yours stand in the text.', { line: conflict.line })),
      element('div', { class: 'sides' }, element('pre', {}, conflict.ours), element('pre', {}, conflict.theirs)),
      element('button', { type: 'button', onclick: () => this.#documents.settle(document, conflict, false) }, t('Keep mine')),
      element('button', { type: 'button', onclick: () => this.#documents.settle(document, conflict, true) }, t('Take theirs')))));
  }

  // The connection.

  async #hello() {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#isAway = false;
    this.#banner('');
    await this.#language.begin(this.#documents.all);
    try {
      // What others made and deleted while the stream was closed.
      this.#project.files = (await request('GET', '/project')).files;
      this.#listFiles();
      await this.#documents.refresh();
      await this.#documents.keepAll();
      this.#texts.writeMissed();
      this.#texts.refreshSoon();
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

  /** Does what was asked for, and shows what stands in its way. */
  async #attempt(work) {
    try {
      await work();
    } catch (problem) {
      this.#refused(problem);
    }
  }

  #refused(problem) {
    if (problem instanceof Refusal && problem.status !== 401 || problem.reason) this.#banner(problem.message); else this.#trouble(problem);
  }

  #isSignedOut = false;

  /** The stream of events waits until someone may have signed in; what is typed meanwhile is kept afterwards. */
  #signedOut(address) {
    this.#isAway = true;
    clearTimeout(this.#again);
    this.#again = undefined;
    this.#events?.close();
    get('banner').hidden = false;
    get('banner').replaceChildren(...signedOut(address, this.#events ? undefined : 'studio'));
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    whenSignedIn(() => { this.#isSignedOut = false; this.#comeBack(); });
  }

  #again;
  #pause = 500;
  #lastAway = -Infinity;

  /** Tries in a moment whether the server is back; later and later, unless all went well for a while. */
  #comeBackSoon() {
    if (this.#again !== undefined || this.#isSignedOut) return;
    const now = performance.now();
    this.#pause = now - this.#lastAway > 30_000 ? 500 : Math.min(2 * this.#pause, 8000);
    this.#lastAway = now;
    this.#again = setTimeout(() => { this.#again = undefined; this.#comeBack(); }, this.#pause);
  }

  async #comeBack() {
    try {
      await useKey();
      if (!this.#events) {
        await this.#open();
        this.#isAway = false;
        this.#banner('');
        return;
      }
      await request('GET', '/project');
      // The stream may have opened again by itself.
      if (this.#isAway) this.#events.open();
    } catch (problem) {
      this.#trouble(problem);
    }
  }

  #trouble(problem) {
    if (problem instanceof Refusal && problem.signIn) {
      this.#signedOut(problem.signIn);
    } else if (problem instanceof Refusal && problem.status === 401) {
      this.#banner(t('The studio opens by the link that `usher dev` prints: open it in this window. What you have typed stays here.'));
    } else if (problem instanceof Unreachable) {
      this.#isAway = true;
      this.#banner(problem.reason ?? t('The server does not answer. What you type stays here, and continues when it is back.'));
      this.#comeBackSoon();
    } else {
      this.#banner(problem.message);
    }
  }

  #banner(text) {
    get('banner').hidden = !text;
    get('banner').textContent = text;
  }

  #noteOver = later(() => { get('note').textContent = ''; }, 6000);

  /** Says something beside the state of the text, for a while. */
  #note(text) {
    get('note').textContent = text;
    announce(text);
    this.#noteOver();
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
    button.textContent = problems.length === 0 ? t('No problems') : problems.length === 1 ? t('1 problem') : t('{count} problems', { count: problems.length });
    button.dataset.kind = errors > 0 ? 'error' : problems.length > 0 ? 'warning' : 'none';
    this.#drawer.problems(problems);
  }

  /** What was found by trying every way: how much, and the list. */
  #showFindings() {
    const { count, errors } = this.#findings;
    const button = get('finding-count');
    const words = count === 1 ? t('1 finding') : t('{count} findings', { count });
    if (count > 0 && !this.#findings.isRunning && (button.hidden || button.textContent !== words)) announce(words);
    button.hidden = count === 0;
    button.textContent = words;
    button.dataset.kind = errors > 0 ? 'error' : 'warning';
    this.#drawer.found();
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
    if (own.length === 0) { this.#note(t('There is no problem in this file.')); return; }
    this.#cure({ ...own[0], path: this.#shown.path });
  }

  #cure(problem) { return this.#attempt(() => this.#cureNow(problem)); }

  async #cureNow(problem) {
    const target = await this.#documents.open(problem.path);
    const answer = await this.#language.ask('textDocument/codeAction', target, {
      range: problem.range, context: { diagnostics: [], only: ['quickfix'] },
    });
    if (!answer || answer.error) { this.#unanswered(answer); return; }
    const actions = answer.result ?? [];
    const action = actions.find((one) => one.diagnostics?.[0]?.code === problem.code) ?? actions[0];
    if (!action) {
      this.#drawer.open('problems');
      this.#note(t('This problem has no cure of its own; the help says what to do.'));
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

  /** Says that there is no answer to what was asked about a text, or what is wrong with it. */
  #unanswered(answer) { this.#note(answer?.error ?? t('There was no answer. Please try again.')); }

  #rename() { return this.#attempt(() => this.#renameNow()); }

  async #renameNow() {
    const target = this.#shown;
    const position = this.#editor.position;
    const look = () => this.#language.ask('textDocument/prepareRename', target, { position });
    const place = await look();
    if (!place || place.error) { this.#unanswered(place); return; }
    if (!place.result) { this.#note(t('There is nothing to rename here.')); return; }
    const old = place.result.placeholder ?? '';
    const name = await this.#question(t('New name'), old, t('Rename'));
    if (!name || name === old) return;
    // The text may have moved while the question stood.
    const now = await look();
    if (!now) { this.#unanswered(); return; }
    if ((now.result?.placeholder ?? '') !== old) { this.#note(t('The text has changed meanwhile, and nothing was renamed.')); return; }
    const answer = await this.#language.ask('textDocument/rename', target, { position, newName: name });
    if (!answer) { this.#unanswered(); return; }
    if (answer.error) { this.#banner(answer.error); return; }
    if (movesOf(answer.result).length > 0) { this.#banner(t('Renaming a flow moves files; `usher lsp` in an editor does that.')); return; }
    await this.#applyEdit(answer.result);
    // Threads stand on steps by their answers, and go on.
    this.#play();
  }

  /** Asks for a word in the bar above the text; nothing else is blocked. */
  #question(words, text, verb) {
    const asker = document.activeElement;
    this.#look('text');
    return new Promise((resolve) => {
      const field = element('input', { 'aria-label': words, value: text });
      const end = (answer) => {
        form.remove();
        if (answer === undefined && asker && !get('text').contains(asker)) asker.focus(); else this.#editor.focus();
        resolve(answer);
      };
      const form = element('form', { class: 'question', onsubmit: (submit) => { submit.preventDefault(); end(field.value.trim()); } },
        element('label', {}, `${words} `, field), element('button', { type: 'submit' }, verb),
        element('button', { type: 'button', onclick: () => end(undefined) }, t('Cancel')));
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
      const map = (this.#traffic.isShown && !get('map').hidden ? await this.#traffic.map(flow, drafts) : undefined) ?? await post('/map', { flow, drafts });
      this.#map.show(map);
      if (this.#shown) this.#map.cursor(this.#shown.path, this.#editor.position.line + 1, false);
      get('start-here').hidden = !this.#map.chosen;
      if (this.#plays[0] && !this.#thread?.before) this.#map.follow(this.#plays[0], false);
      if (this.#showsChanges) this.#difference.refreshSoon();
    } catch (problem) {
      if (!(problem instanceof Refusal)) this.#trouble(problem);
    }
  });

  #chosen(box, goes) {
    const button = get('start-here');
    button.hidden = !box.step;
    button.textContent = t('Start at “{step}”', { step: box.step });
    if (goes && box.lines) {
      const flow = this.#project.flows.find((one) => one.flow === box.flow);
      this.#go(flow?.file ?? this.#shown.path, { line: box.lines[0] - 1, character: 0 });
    }
  }

  /** Adds what customers typed as an answer of its question. */
  #addAnswer({ flow, step, text }, like) {
    return this.#inTurn(`answer ${flow}/${step} ${text}`, async () => {
      try {
        const { answer: edit, texts } = await this.#changeTexts(
          '/answer', { flow, step, label: text, like }, (answer, sent) => ({ [answer.path]: withBytes(sent[answer.path] ?? '', answer) }));
        const whole = texts[edit.path];
        const line = new TextDecoder().decode(new TextEncoder().encode(whole).slice(0, edit.start + 1)).split('\n').length - 1;
        await this.#go(edit.path, { line: sameLine(whole, line, this.#documents.get(edit.path).text), character: 0 });
        announce(`“${text}” is an answer of ${step} now.`);
        this.#drawMap();
      } catch (problem) {
        this.#trouble(problem);
      }
    });
  }

  async #goToStep({ flow, step }) {
    const file = this.#project.flows.find((one) => one.flow === flow)?.file;
    if (!file) return;
    const { text } = await this.#documents.open(file);
    const line = text.split('\n').findIndex((one) => one.trimEnd() === `  ${step}:` || one.startsWith(`  ${step}: `));
    await this.#go(file, { line: Math.max(0, line), character: 0 });
  }

  #moved(document, { line }, isTyping) {
    if (isTyping) return;
    this.#map.cursor(document.path, line + 1);
  }

  async #startHere() {
    const box = this.#map.chosen;
    if (!box?.step) return;
    const { flow, step } = box;
    const shortest = () => this.#operate({ do: 'path', flow, step }, { asNew: step });
    await this.#beginAt(flow, step, step, shortest, [[t('By the shortest way'), shortest]]);
  }

  /** Asks for the values that a conversation has at a step, and begins there with them; without any, begins as `otherwise` does. */
  async #beginAt(flow, step, name, otherwise, others = []) {
    this.#look('phones');
    let asked;
    try {
      asked = await post('/asked', { flow, step, drafts: this.#documents.drafts });
    } catch (problem) {
      this.#refused(problem);
      return;
    }
    // Photos, files and places are not written in a conversation.
    if (asked.values.length === 0 || asked.values.some((value) => !value.writable)) { await otherwise(); return; }
    const begin = async (values) => {
      const problem = await this.#operate({ do: 'start', flow, step: asked.step, values: Object.fromEntries(values) }, { asNew: name, isAsked: true });
      return problem && (problem.body?.values ?? {});
    };
    this.#starting.ask(asked.step, asked.values, begin, others);
  }

  // Conversations.

  #begin() {
    const flow = this.#project.flows.some((one) => one.flow === this.#flow) ? this.#flow : this.#project.flows[0]?.flow;
    if (!flow) return;
    this.#add({ flow, text: 'you: Hello\n', name: flow });
  }

  /** Another conversation; the values that its flow needs are asked for. */
  async #beginAnother() {
    const flow = this.#project.flows.some((one) => one.flow === this.#flow) ? this.#flow : this.#thread?.flow;
    if (flow) await this.#beginAt(flow, undefined, flow, () => this.#begin());
  }

  #add(thread, comesToFront = true) {
    const added = { id: uuid(), until: undefined, ...thread };
    this.#threads.push(added);
    if (comesToFront) this.#thread = added;
    this.#showEndings();
    if (comesToFront) this.#play();
    return added;
  }

  /** Brings a conversation to the front. */
  #turnTo(thread) {
    this.#thread = thread;
    this.#showEndings();
    this.#drawMap();
    this.#play();
  }

  /** Plays a conversation that shows something, on the device on which it was found. One that is there already comes to the front. */
  #playShown({ flow, text, name, before = false }) {
    this.#look('phones');
    const device = deviceOf(text);
    if (device !== this.#firstDevice) {
      this.#devices = new Set([device]);
      for (const box of get('devices').querySelectorAll('input')) box.checked = box.value === device;
      get('studio').dataset.phones = 1;
    }
    const known = this.#threads.find((one) => one.flow === flow && one.text === text && Boolean(one.before) === before);
    if (known) {
      known.until = undefined;
      this.#turnTo(known);
    } else {
      this.#add({ flow, text, name, before });
    }
    announce(t('The conversation is on the phone.'));
  }

  #showEndings() {
    get('keep').hidden = Boolean(this.#thread?.before);
    redraw(get('endings'), this.#threads.map((thread) => element('span', { class: 'ending' },
      element('button', {
        type: 'button', role: 'tab', 'aria-selected': String(thread === this.#thread), tabindex: thread === this.#thread ? 0 : -1,
        onclick: () => this.#turnTo(thread),
      }, thread.before ? t('{name} (before)', { name: thread.name }) : thread.name),
      this.#threads.length > 1 ? element('button', { type: 'button', class: 'close', 'aria-label': t('Close {name}', { name: thread.name }), onclick: () => this.#close(thread) }, '×') : null)));
  }

  #close(thread) {
    this.#threads = this.#threads.filter((one) => one !== thread);
    if (this.#thread === thread) this.#thread = this.#threads.at(-1);
    this.#showEndings();
    this.#play();
  }

  /** Does something in the conversation in front; after a rewind it is another ending. */
  #act(lines) {
    const { until, name } = this.#thread;
    if (until === undefined) return this.#operate({ do: 'append', lines });
    return this.#operate({ do: 'other-ending', after: until, lines }, { asNew: () => `${name} (${this.#threads.length + 1})` });
  }

  // The conversation that phones, lines and offers show.
  #onPhones;

  /** Whether the conversation in front is on the phones already: what is clicked there is meant for the one that is shown. */
  get #isShown() { return this.#thread !== undefined && this.#onPhones === this.#thread; }

  // Words that came back to the field.
  #returned = '';

  /** Writes as the customer. Words that do not arrive come back to the field, before what has been typed since. */
  async #write(words) {
    if (!words || !this.#thread) return;
    const field = get('words');
    field.value = '';
    this.#returned = '';
    if (!await this.#act([`you: ${words}`])) return;
    const others = field.value.startsWith(this.#returned) ? this.#returned : '';
    const typed = field.value.slice(others.length).trimStart();
    this.#returned = [others, words].filter(Boolean).join(' ');
    field.value = [this.#returned, typed].filter(Boolean).join(' ');
  }

  #operations = Promise.resolve();

  /**
   * Operates on the text of the conversation that is in front now, one operation after the other. Returns the problem, if there is
   * one; it is shown above the page, except for a refusal of what was asked for in a form (`isAsked`).
   */
  #operate(operation, { asNew, isAsked = false } = {}) {
    const front = this.#thread;
    const rewound = front?.rewound;
    this.#operations = this.#operations.then(async () => {
      // What follows the first words after a rewind belongs to the ending that they began.
      const successor = operation.do === 'other-ending' ? rewound?.ending : undefined;
      const thread = successor ?? front;
      if (successor) { operation = { do: 'append', lines: operation.lines }; asNew = undefined; }
      // What begins on the map begins with what is typed.
      const before = Boolean(thread?.before) && (!asNew || operation.do === 'other-ending');
      try {
        const answer = await post('/thread', {
          flow: operation.flow ?? thread?.flow, text: thread?.text ?? '', operation, device: this.#firstDevice, drafts: this.#documents.drafts,
          ...(before ? { base: true } : {}),
        });
        if (asNew) {
          const isEnding = operation.do === 'other-ending';
          // The first ending is whole again.
          if (isEnding && thread.rewound === rewound) thread.until = undefined;
          const name = isEnding ? asNew() : asNew;
          const added = this.#add({ flow: operation.flow ?? thread.flow, text: answer.text, name, before }, !isEnding || thread === this.#thread);
          if (isEnding && rewound) rewound.ending = added;
        } else {
          thread.text = answer.text;
          if (operation.do !== 'rewind' && thread.rewound === rewound) thread.until = undefined;
          if (thread === this.#thread) await this.#play();
        }
      } catch (problem) {
        if (!(isAsked && problem instanceof Refusal && problem.body.values)) this.#refused(problem);
        return problem;
      }
      return undefined;
    });
    return this.#operations;
  }

  get #firstDevice() { return devices.map(([device]) => device).find((device) => this.#devices.has(device)) ?? 'iphone'; }

  #device(device, box) {
    if (box.checked) this.#devices.add(device);
    else if (this.#devices.size > 1) this.#devices.delete(device);
    else box.checked = true;
    get('studio').dataset.phones = this.#devices.size;
    this.#play();
  }

  #rewind(line) {
    if (!this.#isShown) return;
    const lines = this.#thread.text.trimEnd().split('\n').length;
    this.#thread.until = line < lines ? line : undefined;
    // Each rewind has an ending of its own, which is noted here.
    this.#thread.rewound = {};
    this.#play();
  }

  #played = -1;
  #errors = 0;
  #hasValid = false;

  /** Whether what is on the screen has no errors, and was played. */
  get #isPlayable() { return this.#hasValid && this.#played === this.#state; }

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
    if (thread.before) body.base = true;
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
    this.#hasValid = answer.current;
    this.#findings.ready();
    this.#sentences.ready();
    if (answer.flows.length > 0) this.#project.flows = answer.flows;
    this.#showLanguages(answer.languages, thread);
    if (!this.#documents.isDirty) this.#savedErrors = answer.errors;
    if (state === this.#state && this.#documents.isDirty) this.#saveSoon();
    this.#showPlayed(answer, performance.now() - began);
    if (state === this.#state) this.#learned?.();
    if (thread !== this.#thread || answer.plays.length === 0) return;
    this.#plays = answer.plays;
    this.#onPhones = thread;
    this.#phones.show(answer.plays);
    this.#showThread(thread, answer.plays[0]);
    this.#drawer.play(answer.plays[0]);
    if (answer.current && !thread.before) this.#map.follow(answer.plays[0]);
    this.#showHere();
  });

  #showPlayed(answer, duration) {
    const errors = answer.errors === 1 ? t('1 error') : t('{count} errors', { count: answer.errors });
    const words = this.#thread?.before ? t('as it was before what is typed')
      : answer.current ? t('played in {time} ms', { time: Math.round(duration) })
      : answer.valid ? t('the last flows without errors; the text has {errors}', { errors }) : t('the text has {errors}', { errors });
    get('played').textContent = words;
    get('phones').classList.toggle('stale', !answer.current);
    get('phones').dataset.state = this.#state === this.#played ? 'current' : 'behind';
  }

  /** The languages that customers can have. */
  #showLanguages(languages, thread) {
    const choice = get('tongue');
    choice.hidden = languages.length < 2;
    const names = new Intl.DisplayNames([language], { type: 'language' });
    if (choice.dataset.all !== languages.join()) {
      choice.dataset.all = languages.join();
      choice.replaceChildren(...languages.map((code, index) => element('option', { value: index === 0 ? '' : code }, names.of(code))));
    }
    choice.value = /^given: language is (\S+)/m.exec(thread.text)?.[1] ?? '';
  }

  #showHere() {
    const at = this.#thread?.before ? undefined : this.#plays[0]?.at;
    this.#editor?.here(undefined, at?.file === this.#shown?.path ? at?.lines : undefined);
  }

  #showThread(thread, play) {
    const lines = thread.text.trimEnd().split('\n');
    const last = thread.until ?? lines.length;
    const turns = new Map(play.turns.map((turn) => [turn.line, turn]));
    redraw(get('thread'), lines.map((text, index) => {
      const line = index + 1;
      const turn = turns.get(line);
      const kind = play.stop?.line === line ? 'stopped' : turn?.difference ? 'differs' : line > last ? 'after' : 'past';
      return element('li', { class: kind, 'aria-current': line === last ? 'step' : undefined },
        element('button', {
          type: 'button', 'data-key': line, onclick: () => this.#rewind(line), title: line > last ? t('Continue to here') : t('Rewind to here'),
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
      element('p', {}, element('strong', {}, t('Line {line} no longer goes: ', { line: stop.line })), [stop.message, stop.help].filter(Boolean).join('; ')),
      ...stop.cures.map((cure) => element('button', {
        type: 'button',
        onclick: () => this.#isShown && this.#operate(
          cure.line === null ? { do: 'leave-out', at: stop.line } : { do: 'replace', at: stop.line, line: cure.line }),
      }, cure.title)));
  }

  #showOffers(play) {
    const hadFocus = get('offers').contains(document.activeElement);
    get('offers').replaceChildren(...play.offers.map((offer) => element('button', {
      type: 'button', 'data-kind': offer.kind, title: offer.note ?? offer.lines.join('\n'), onclick: () => this.#offer(offer),
    }, offer.label, offer.note ? element('small', {}, offer.note) : null)));
    if (hadFocus) (document.querySelector('#offers button') ?? get('words')).focus();
  }

  /** A sample is a beginning: its words go where they can be overwritten. */
  #offer(offer) {
    if (!this.#isShown) return;
    if (offer.kind === 'say' && offer.sample) {
      get('words').value = offer.lines[0].replace(/^you: /, '');
      get('words').select();
      get('words').focus();
      return;
    }
    this.#act(offer.lines);
  }

  #showClock(play) {
    const pass = (operation) => this.#isShown && this.#operate({ do: 'wait', ...operation });
    const wait = (words, operation) => element('button', { type: 'button', onclick: () => pass(operation) }, words);
    redraw(get('clock'), [
      `${play.clock.words} `, wait(t('+10 minutes'), { for: '10 minutes' }),
      ...play.clock.wakes.map((wake) => wait(t(`to the ${wake.kind}`), { to: wake.kind })),
      wait(t('Monday 9:00'), { until: { weekday: 'Monday', time: '9:00' } }),
    ]);
  }

  // Tests.

  #tab(tab) {
    for (const button of document.querySelectorAll('#middle [role=tab]')) {
      const name = button.getAttribute('aria-controls');
      button.setAttribute('aria-selected', String(name === tab));
      button.tabIndex = name === tab ? 0 : -1;
      get(name).hidden = name !== tab;
    }
    get('studio').dataset.tab = tab;
    this.#texts.refresh();
    this.#difference.refresh();
    this.#sentences.ready();
    get('traffic').hidden = tab !== 'map';
    if (tab !== 'map') this.#traffic.clear(); else if (this.#traffic.isShown) this.#drawMap();
  }

  #runTests = oneAtATime(async () => {
    try {
      const report = await post('/tests', { drafts: this.#documents.drafts });
      if (!report.valid) return;
      this.#tests.show(report);
      const button = get('tests-now');
      button.textContent = summary(report.tests.length, report.failed);
      button.dataset.kind = report.failed > 0 ? 'error' : 'none';
      this.#map.uncovered(new Map((report.coverage ?? []).map(({ flow, missing }) => (
        [flow, new Set(missing.filter((item) => !item.way).map((item) => item.step))]))));
      if (report.coverage) this.#editor.cover(new Map(report.coverage.map((flow) => [flow.file, flow.lines])));
    } catch (problem) {
      if (!(problem instanceof Refusal)) this.#trouble(problem);
    }
  });

  /** Writes what the bot says now into the tests, or into one of them. */
  async #updateTests(test) {
    try {
      const answer = await this.#changeFiles('/tests/update', test ? { file: test.file, line: test.line } : {});
      await this.#documents.save(Object.keys(answer.files).map((path) => this.#documents.get(path)));
      await this.#runTests();
      this.#note(t('{count} lines updated.', { count: answer.changes }));
    } catch (problem) {
      this.#refused(problem);
    }
  }

  /**
   * Asks for a change of texts, and makes it a draft, as if it had been typed; what was typed meanwhile stays. It is asked for once
   * more when it is about a file that was not open, so that what it was made of is known, and when the same lines have changed.
   *
   * @param made `(answer, sent)`: the new texts, by path, made of those that were sent.
   * @param more paths of open files to send also when they are still to be made.
   */
  async #changeTexts(path, body, made, more = []) {
    for (let tries = 1; ; tries += 1) {
      const sent = Object.fromEntries(this.#documents.all.map((document) => [document.path, document.text]));
      const drafts = { ...this.#documents.texts, ...Object.fromEntries(more.map((file) => [file, sent[file]])) };
      const answer = await post(path, { ...body, drafts });
      const texts = made(answer, sent);
      const others = Object.keys(texts).filter((file) => sent[file] === undefined);
      for (const file of others) await this.#documents.open(file);
      let isTaken = others.length === 0;
      for (const [file, text] of isTaken ? Object.entries(texts) : []) {
        isTaken = await this.#documents.take(this.#documents.get(file), sent[file], text, tries > 3) && isTaken;
      }
      if (!isTaken) continue;
      this.#listFiles();
      return { answer, texts };
    }
  }

  async #changeFiles(path, body) {
    const { answer } = await this.#changeTexts(path, body, ({ files }) => files);
    return answer;
  }

  #turns = Promise.resolve();
  #inTurns = new Set();

  /** Does what writes into texts, one after the other. What is asked for again before it is done is done once. */
  #inTurn(name, work) {
    if (this.#inTurns.has(name)) return undefined;
    this.#inTurns.add(name);
    this.#turns = this.#turns.catch(() => {}).then(work).finally(() => this.#inTurns.delete(name));
    return this.#turns;
  }

  // Texts.

  async #addLanguage(code) {
    const path = 'Flows/bot.yaml';
    const bot = await this.#documents.open(path);
    const text = withLanguage(bot.text, code);
    if (text === undefined) {
      const line = Math.max(0, bot.text.split('\n').findIndex((one) => one.startsWith('languages')));
      await this.#go(path, { line, character: 0 });
      announce(t('Add the language to this list.'));
    } else {
      this.#documents.edit(bot, text);
    }
  }

  // The difference.

  #toggleChanges() {
    this.#showsChanges = !this.#showsChanges;
    get('changes').setAttribute('aria-pressed', String(this.#showsChanges));
    if (this.#showsChanges) this.#difference.refresh(); else this.#map.changes(new Map());
  }

  #showChanges({ base, steps }) {
    if (!this.#showsChanges) return;
    this.#map.changes(new Map(steps.filter((one) => one.flow === this.#map.flow).map((one) => [one.step, one.change])));
    if (!base) announce(t('Nothing is published yet, and there is no commit to compare with.'));
  }

  async #openTest(test) {
    const { threads } = await post('/threads', { file: test.file, drafts: this.#documents.drafts });
    const found = threads.find((thread) => thread.name === test.name);
    if (!found) return;
    const flow = /^Flows\/([^.]+)\./.exec(test.file)?.[1];
    this.#look('phones');
    this.#add({ flow, text: found.text, name: test.name });
  }

  #askName() {
    get('keeping').hidden = false;
    get('test-name').focus();
  }

  /** Keeps the conversation on the phone as a test. */
  async #keep(name) {
    const thread = this.#thread;
    const lines = thread.text.split('\n');
    const text = thread.until === undefined ? thread.text : `${lines.slice(0, thread.until).join('\n')}\n`;
    await this.#keepAs(name, { flow: thread.flow, text }, () => {
      thread.name = name;
      get('keeping').hidden = true;
      get('test-name').value = '';
      this.#showEndings();
    });
  }

  /** Keeps a conversation that shows something as a test, under the name that it has. */
  async #keepFound({ flow, text }) {
    await this.#keepAs(/^test: (.+)$/m.exec(text)?.[1] ?? '', { flow, text });
  }

  /** Keeps a conversation as a test in the transcript of its flow. */
  #keepAs(name, { flow, text }, whenKept = () => {}) {
    const path = `Flows/${flow}.transcript`;
    return this.#inTurn(`test ${path} ${name}\n${text}`, async () => {
      try {
        const file = await this.#documents.open(path);
        await this.#changeTexts(
          '/thread', { flow, text, operation: { do: 'keep', name, file: path }, device: this.#firstDevice },
          ({ edits }, sent) => ({ [path]: edits.reduce(withBytes, sent[path]) }), [path]);
        // A text with errors stays a draft.
        await this.#documents.save([file]);
        whenKept();
        this.#tab('tests');
        await this.#runTests();
        this.#note(t('“{name}” is a test in {file} now.', { name, file: path }));
      } catch (problem) {
        this.#refused(problem);
      }
    });
  }
}

/** Where a line of a text is in another text that was made of it: the nearest that is the same. */
function sameLine(text, line, other) {
  const words = text.split('\n')[line];
  const found = other.split('\n').flatMap((one, index) => (one === words ? [index] : []));
  return found.toSorted((one, next) => Math.abs(one - line) - Math.abs(next - line))[0] ?? line;
}

await new Studio().begin();
