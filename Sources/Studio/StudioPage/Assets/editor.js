// The editor: CodeMirror in a shadow root, so that its styles are constructed sheets and need no exception in the policy.

import { changeBetween, offsetOf, positionOf } from './positions.js';
import { t } from './words.js';

/** Loads the editor; fails when the program was built without it. */
export const load = () => import('./codemirror.js');

const look = `
.cm-editor { flex: 1; min-width: 0; height: 100%; font-size: .875rem; color: var(--ink); background: var(--ground); }
.cm-editor.cm-focused { outline: none; }
.cm-scroller { font-family: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace; line-height: 1.5; }
.cm-editor .cm-content { caret-color: var(--accent); }
.cm-editor .cm-cursor { border-left-color: var(--accent); border-left-width: 2px; }
.cm-editor .cm-gutters { color: var(--faint); background: var(--ground); border-right: 1px solid var(--edge); }
.cm-editor .cm-activeLine, .cm-editor .cm-activeLineGutter { background: color-mix(in srgb, var(--accent) 7%, transparent); }
.cm-editor .cm-selectionBackground, .cm-editor.cm-focused .cm-selectionBackground { background: color-mix(in srgb, var(--accent) 25%, transparent) !important; }
.cm-editor .cm-panels, .cm-editor .cm-tooltip { color: var(--ink); background: var(--raised); border: 1px solid var(--edge); border-radius: .5rem; }
.cm-editor .cm-tooltip { max-width: 34rem; box-shadow: 0 4px 18px rgb(0 0 0 / .18); }
.cm-editor .cm-tooltip-autocomplete > ul > li[aria-selected] { color: var(--on-accent); background: var(--accent); }
:host(:not([data-chooses])) .cm-editor .cm-tooltip-autocomplete > ul > li[aria-selected] { color: var(--ink); background: color-mix(in srgb, var(--ink) 8%, transparent); }
.cm-editor .cm-tooltip.cm-completionInfo { padding: .5rem .7rem; white-space: pre-wrap; }
.cm-textfield, .cm-button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: .3rem; }
.mark-error { text-decoration: underline wavy var(--bad) 1.5px; text-underline-offset: 3px; }
.mark-warning { text-decoration: underline wavy var(--star) 1.5px; text-underline-offset: 3px; }
.found-error { text-decoration: underline dotted var(--bad) 2px; text-underline-offset: 3px; }
.found-warning { text-decoration: underline dotted var(--star) 2px; text-underline-offset: 3px; }
.line-error .cm-gutterElement { color: var(--bad); }
.said { margin: 0; padding: .45rem .7rem; white-space: pre-wrap; font: .8125rem/1.45 system-ui, sans-serif; }
.said + .said { border-top: 1px solid var(--edge); }
.said.error { border-inline-start: 3px solid var(--bad); }
.said.warning { border-inline-start: 3px solid var(--star); }
.here { background: color-mix(in srgb, var(--good) 14%, transparent); box-shadow: inset 3px 0 var(--good); }
.cm-editor .cm-covered { width: .55rem; }
.covered, .missing { width: .38rem; height: .38rem; margin: .5rem 0 0 .1rem; border-radius: 50%; box-sizing: border-box; }
.covered { background: var(--good); }
.missing { border: 1.5px solid var(--star); }
.t-keyword { color: var(--faint); }
.t-function { color: var(--accent); font-weight: 600; }
.t-namespace, .t-class { color: var(--accent); }
.t-variable, .t-property { color: var(--star); }
.t-enumMember, .t-number { color: var(--good); }
.t-comment { color: var(--faint); font-style: italic; }
`;

const kinds = {
  2: 'method', 3: 'function', 5: 'property', 6: 'variable', 7: 'class', 9: 'namespace', 10: 'property', 12: 'constant',
  14: 'keyword', 15: 'text', 17: 'text', 20: 'enum', 22: 'type', 24: 'keyword',
};

export class CodeEditor {
  #cm;
  #place;
  #view;
  #document;
  #listener;
  #states = new Map();
  #extensions;
  #marks = new Map();
  // What was found by trying every way, by path, and the list that each text shows.
  #found = new Map();
  #shownFound = new Map();
  #foundField;
  #effects;
  #silent = false;
  // Lines that tests pass, by path: `{ covered, missing }`, each a set of lines from 1.
  #coverage = new Map();

  /**
   * @param cm the module of CodeMirror.
   * @param listener `edited(document, text)`, `moved(document, position)`, `cure()`, `save()`, `complete(document, position)`,
   * `hover(document, position)`.
   */
  constructor(cm, place, listener) {
    this.#cm = cm;
    this.#place = place;
    this.#listener = listener;
    const root = place.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(look);
    root.adoptedStyleSheets = [sheet];
    this.#effects = { marks: cm.StateEffect.define(), tokens: cm.StateEffect.define(), here: cm.StateEffect.define(), found: cm.StateEffect.define(), coverage: cm.StateEffect.define() };
    this.#extensions = this.#setUp();
    this.#view = new cm.EditorView({ state: this.#state('', true), parent: root, root });
  }

  #setUp() {
    const cm = this.#cm;
    // Always the same source: with another one at each change, completion would begin again and again.
    const help = [{ autocomplete: (context) => this.#completions(context), closeBrackets: { brackets: [] } }];
    const field = (effect) => cm.StateField.define({
      create: () => cm.Decoration.none,
      update: (old, change) => {
        let now = old.map(change.changes);
        for (const one of change.effects) if (one.is(effect)) now = one.value;
        return now;
      },
      provide: (own) => cm.EditorView.decorations.from(own),
    });
    this.#foundField = field(this.#effects.found);
    return [
      this.#coverageGutter(), field(this.#effects.tokens), field(this.#effects.here), this.#foundField, field(this.#effects.marks),
      cm.Prec.highest(cm.keymap.of([
        { key: 'Mod-.', run: () => { this.#listener.cure(); return true; } },
        { key: 'Mod-s', run: () => { this.#listener.save(); return true; }, preventDefault: true },
        { key: 'F2', run: () => { this.#listener.rename(); return true; } },
        // A list that opened by itself takes no key from those who only write: an arrow goes into it, and then Enter chooses.
        { key: 'Enter', run: (view) => this.#isOffering && !this.#chooses && cm.insertNewlineAndIndent(view) },
        { key: 'ArrowDown', run: () => this.#enterOffers(true) }, { key: 'ArrowUp', run: () => this.#enterOffers(false) },
      ])),
      cm.basicSetup, cm.keymap.of([cm.indentWithTab]), cm.indentUnit.of('  '),
      cm.EditorState.tabSize.of(2),
      cm.EditorView.contentAttributes.of({ 'aria-label': t('Text of the flow'), 'aria-description': t('Tab indents; Escape and then Tab, or F6, leaves the text.'), spellcheck: 'false', autocapitalize: 'off' }),
      cm.EditorState.languageData.of(() => help),
      cm.hoverTooltip((view, at) => this.#hover(at)),
      cm.EditorView.updateListener.of((update) => this.#updated(update)),
    ];
  }

  get #isOffering() { return this.#place.shadowRoot.querySelector('.cm-tooltip-autocomplete') !== null; }

  /** Whether Enter takes what the list of completions offers. */
  get #chooses() { return this.#place.hasAttribute('data-chooses'); }
  set #chooses(does) { this.#place.toggleAttribute('data-chooses', does); }

  /** Goes into the list of completions. Returns whether the arrow has done that alone, so that the first one is chosen. */
  #enterOffers(staysAtFirst) {
    if (!this.#isOffering || this.#chooses) return false;
    this.#chooses = true;
    return staysAtFirst;
  }

  /** Dots beside the lines that tests pass, and rings beside those that none does. */
  #coverageGutter() {
    const cm = this.#cm;
    const marker = (kind, title) => new class extends cm.GutterMarker {
      toDOM() {
        const dot = document.createElement('div');
        dot.className = kind;
        dot.title = title;
        return dot;
      }
    }();
    const markers = { covered: marker('covered', t('Tests pass here')), missing: marker('missing', t('No test passes here')) };
    const marks = cm.StateField.define({
      create: () => cm.RangeSet.empty,
      update: (old, change) => {
        let now = old.map(change.changes);
        for (const effect of change.effects) {
          if (!effect.is(this.#effects.coverage)) continue;
          const text = change.state.doc;
          const lines = [...effect.value.covered].map((line) => [line, markers.covered]).concat([...effect.value.missing].map((line) => [line, markers.missing]));
          now = cm.RangeSet.of(lines.filter(([line]) => line <= text.lines).map(([line, one]) => one.range(text.line(line).from)), true);
        }
        return now;
      },
    });
    return [marks, cm.gutter({ class: 'cm-covered', markers: (view) => view.state.field(marks) })];
  }

  #state(text, writable) {
    const cm = this.#cm;
    return cm.EditorState.create({
      doc: text, extensions: [...this.#extensions, cm.EditorState.readOnly.of(!writable), cm.EditorView.editable.of(writable)],
    });
  }

  #updated(update) {
    if (!this.#document || this.#silent) return;
    if (update.docChanged) this.#listener.edited(this.#document, update.state.doc.toString());
    if (update.selectionSet || update.docChanged) this.#listener.moved(this.#document, this.position, update.docChanged);
  }

  show(document) {
    if (this.#document) this.#states.set(this.#document.path, this.#view.state);
    this.#document = document;
    this.#silent = true;
    this.#view.setState(this.#states.get(document.path) ?? this.#state(document.text, document.writable));
    this.#silent = false;
    this.refresh(document);
    this.mark(document, this.#marks.get(document.path) ?? []);
    this.#showCoverage();
    this.#showFound();
  }

  /** Takes a text that was not typed here, as one change that can be undone; the cursor stays where it is in the text. */
  refresh(document) {
    if (document !== this.#document) return;
    const old = this.#view.state.doc.toString();
    if (old === document.text) return;
    this.#view.dispatch({ changes: changeBetween(old, document.text) });
  }

  get position() { return positionOf(this.#view.state.doc.toString(), this.#view.state.selection.main.head); }

  goTo(position, focus = true) {
    const at = offsetOf(this.#view.state.doc.toString(), position);
    this.#view.dispatch({ selection: { anchor: at }, effects: this.#cm.EditorView.scrollIntoView(at, { y: 'center' }) });
    if (focus) this.#view.focus();
  }

  focus() { this.#view.focus(); }

  /** Marks the words of diagnostics. */
  mark(document, diagnostics) {
    this.#marks.set(document.path, diagnostics);
    if (document !== this.#document) return;
    const text = this.#view.state.doc.toString();
    const marks = diagnostics.flatMap((one) => {
      const [from, to] = [offsetOf(text, one.range.start), offsetOf(text, one.range.end)];
      const kind = one.severity === 1 ? 'mark-error' : 'mark-warning';
      return this.#marked({ class: kind }, from, Math.max(to, Math.min(text.length, from + 1)));
    });
    this.#view.dispatch({ effects: this.#effects.marks.of(this.#cm.Decoration.set(marks, true)) });
  }

  /** A mark of what stands between two offsets: none where nothing does, such as at the end of a text that others have shortened. */
  #marked(look, from, to) { return from < to ? [this.#cm.Decoration.mark(look).range(from, to)] : []; }

  /** Colours the tokens of the language server: five numbers each, relative to the one before. */
  colour(document, data, legend) {
    if (document !== this.#document) return;
    const text = this.#view.state.doc;
    const marks = [];
    let [line, character] = [0, 0];
    for (let at = 0; at + 4 < data.length; at += 5) {
      character = data[at] > 0 ? data[at + 1] : character + data[at + 1];
      line += data[at];
      if (line >= text.lines) break;
      const from = text.line(line + 1).from + character;
      const to = Math.min(from + data[at + 2], text.line(line + 1).to);
      marks.push(...this.#marked({ class: `t-${legend[data[at + 3]] ?? 'string'}` }, from, to));
    }
    this.#view.dispatch({ effects: this.#effects.tokens.of(this.#cm.Decoration.set(marks, true)) });
  }

  /** Shows which lines tests pass: by path `{ covered, missing }`. */
  cover(coverage) {
    this.#coverage = coverage;
    this.#showCoverage();
  }

  /** Marks what was found by trying every way: by path the findings with their ranges. The marks move with the text. */
  found(found) {
    this.#found = found;
    this.#shownFound.clear();
    this.#showFound();
  }

  #showFound() {
    const path = this.#document?.path;
    const own = this.#found.get(path);
    if (!path || this.#shownFound.has(path)) return;
    this.#shownFound.set(path, own);
    const text = this.#view.state.doc.toString();
    const marks = (own ?? []).flatMap((one) => {
      const [from, to] = [offsetOf(text, one.range.start), offsetOf(text, one.range.end)];
      return this.#marked({ class: `found-${one.severity}`, finding: one }, from, to);
    });
    this.#view.dispatch({ effects: this.#effects.found.of(this.#cm.Decoration.set(marks, true)) });
  }

  /** What was found about the words at an offset. */
  #findingsAt(at) {
    const found = [];
    this.#view.state.field(this.#foundField).between(at, at, (from, to, mark) => { found.push(mark.spec.finding); });
    return found;
  }

  #showCoverage() {
    const own = this.#coverage.get(this.#document?.path) ?? { covered: [], missing: [] };
    this.#view.dispatch({ effects: this.#effects.coverage.of(own) });
  }

  /** Shows the lines of the step that the phone stands at; `undefined` for none. */
  here(document, lines) {
    if (document && document !== this.#document) return;
    const text = this.#view.state.doc;
    const marks = [];
    for (let line = lines?.[0] ?? 1; lines && line <= Math.min(lines[1], text.lines); line += 1) {
      marks.push(this.#cm.Decoration.line({ class: 'here' }).range(text.line(line).from));
    }
    this.#view.dispatch({ effects: this.#effects.here.of(this.#cm.Decoration.set(marks)) });
  }

  // Help.

  async #completions(context) {
    // What is typed meanwhile asks again; otherwise nothing would be offered for it.
    context.addEventListener('abort', () => {}, { onDocChange: true });
    this.#chooses = context.explicit;
    const document = this.#document;
    const text = context.state.doc.toString();
    const before = context.matchBefore(/[\p{L}\p{N}_.-]*$/u);
    if (!context.explicit && !/[\p{L}\p{N}{:]\s?$/u.test(text.slice(Math.max(0, context.pos - 2), context.pos))) return null;
    const items = await this.#listener.complete(document, positionOf(text, context.pos));
    if (!items?.length || context.aborted) return null;
    const from = Math.min(...items.map((item) => offsetOf(text, item.textEdit.range.start)));
    return {
      from: Math.min(from, before?.from ?? from),
      options: items.map((item, index) => ({
        label: item.label, detail: item.detail, type: kinds[item.kind], boost: -index / items.length,
        info: item.documentation ? () => this.#words(item.documentation.value) : undefined,
        apply: (view, _, __, to) => this.#complete(view, item, to),
      })),
      validFor: /^[\p{L}\p{N}_-]*$/u,
    };
  }

  #complete(view, item, to) {
    const text = view.state.doc.toString();
    const from = offsetOf(text, item.textEdit.range.start);
    const insert = item.textEdit.newText;
    view.dispatch({
      changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input.complete',
    });
  }

  #words(text, kind = '') {
    const said = document.createElement('p');
    said.className = `said ${kind}`;
    said.textContent = text;
    return said;
  }

  async #hover(at) {
    const shown = this.#document;
    const text = this.#view.state.doc.toString();
    const position = positionOf(text, at);
    const marks = (this.#marks.get(shown.path) ?? []).filter((one) =>
      offsetOf(text, one.range.start) <= at && at <= offsetOf(text, one.range.end));
    const found = this.#findingsAt(at);
    const words = await this.#listener.hover(shown, position);
    if (!words && marks.length + found.length === 0) return null;
    return {
      pos: at, above: true, create: () => {
        const dom = document.createElement('div');
        dom.append(
          ...marks.map((one) => this.#words(`${one.message}\n${t('{key} corrects it.', { key: this.#listener.cureKey })}`, one.severity === 1 ? 'error' : 'warning')),
          ...found.map((one) => this.#words([`${one.message} (${one.code})`, one.help].filter(Boolean).join('\n'), one.severity)),
          ...(words ? [this.#words(words)] : []));
        return { dom };
      },
    };
  }
}

