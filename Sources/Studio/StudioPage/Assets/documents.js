// The files of the project while they are edited: what is typed is a draft on the server within a second, and no change of
// another editor is lost.

import { filePath, later, oneAtATime, post, Refusal, request, Unreachable } from './server.js';

/** A file as it is on the server; one that does not exist has no text. */
const read = (path) => request('GET', `/files/${filePath(path)}?new=1`);

/** A file. */
class Document {
  constructor({ path, writable, text, hash, draft }) {
    this.path = path;
    this.writable = writable;
    // The text on the disk that this one is made of, and its hash; `null` for a file that does not exist yet.
    this.baseText = text ?? '';
    this.hash = hash;
    this.text = draft?.text ?? text ?? '';
    this.draftHash = draft?.hash ?? null;
    this.version = 1;
    // Places that another editor has changed as well.
    this.conflicts = [];
  }

  get isDirty() { return this.text !== this.baseText || (this.hash === null && this.text !== ''); }
}

export class Documents {
  #documents = new Map();
  #keeping = new Map();
  #keepers = new Map();
  #listener;

  /**
   * @param listener `changed(document, byEditor)` when a text has changed, `state()` when something was saved or could not
   * be, `conflict(document)`, `problem(text)`.
   */
  constructor(listener) { this.#listener = listener; }

  get(path) { return this.#documents.get(path); }
  get all() { return [...this.#documents.values()]; }
  get isDirty() { return this.all.some((document) => document.isDirty); }

  /** The texts that are not saved, by path. */
  get drafts() {
    return Object.fromEntries(this.all.filter((one) => one.writable && one.isDirty).map((one) => [one.path, one.text]));
  }

  /** Opens a file; one that does not exist is made when it is saved. */
  async open(path) {
    const known = this.#documents.get(path);
    if (known) return known;
    const file = await read(path);
    const document = new Document(file);
    this.#documents.set(path, document);
    // A draft of an earlier day, and a file that has changed since.
    if (file.draft && file.draft.base !== file.hash) {
      document.baseText = file.draft.baseText;
      document.hash = file.draft.base;
      await this.#merge(document, file);
    }
    return document;
  }

  /** A new text, typed or made by an action. */
  edit(document, text, byEditor = false) {
    if (document.text === text) return;
    document.text = text;
    document.version += 1;
    this.#keepLater(document);
    this.#listener.changed(document, byEditor);
  }

  // Drafts.

  #keepLater(document) {
    if (!document.writable) return;
    let keeper = this.#keepers.get(document.path);
    if (!keeper) {
      keeper = later(() => this.#keep(document), 250, 600);
      this.#keepers.set(document.path, keeper);
    }
    keeper();
  }

  #keep(document) {
    let run = this.#keeping.get(document.path);
    if (!run) {
      run = oneAtATime(() => this.#keepNow(document));
      this.#keeping.set(document.path, run);
    }
    document.keeping = run();
    return document.keeping;
  }

  async #keepNow(document) {
    const { text, hash, baseText } = document;
    if (text === document.keptText) return;
    try {
      if (!document.isDirty) {
        if (document.draftHash) await request('DELETE', `/drafts/${filePath(document.path)}`);
        document.draftHash = null;
      } else {
        const kept = await request(
          'PUT', `/drafts/${filePath(document.path)}`, { text, base: hash, baseText, after: document.draftHash });
        document.draftHash = kept.hash;
      }
      document.keptText = text;
      this.#listener.state();
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 412) {
        // Another window has written: both in one.
        const other = problem.body.draft;
        document.draftHash = other.hash;
        await this.#mergeText(document, document.keptText ?? document.baseText, other.text);
        this.#keepLater(document);
      } else if (problem instanceof Unreachable || problem instanceof Refusal && problem.status === 401) {
        this.#listener.state(problem);
      } else {
        this.#listener.problem(problem.message);
      }
    }
  }

  /** Keeps all drafts again, after the server was away. */
  async keepAll() {
    for (const document of this.all.filter((one) => one.isDirty)) {
      document.keptText = undefined;
      await this.#keep(document);
    }
  }

  // Saving.

  #toSave = new Set();

  /** Saves all texts that differ from the disk, or some of them; others stay drafts. */
  save(documents = this.all) {
    for (const document of documents) this.#toSave.add(document);
    return this.#saveWanted();
  }

  #saveWanted = oneAtATime(async () => {
    const wanted = [...this.#toSave];
    this.#toSave.clear();
    for (const document of wanted.filter((one) => one.writable && one.isDirty)) await this.#save(document);
  });

  async #save(document) {
    for (let tries = 0; tries < 3; tries += 1) {
      const text = document.text;
      document.saving = text;
      this.#keepers.get(document.path)?.cancel();
      await document.keeping;
      try {
        const saved = await request(
          'PUT', `/files/${filePath(document.path)}`, { text },
          document.hash === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${document.hash}"` });
        document.hash = saved.hash;
        document.baseText = text;
        document.draftHash = null;
        document.keptText = undefined;
        document.saving = undefined;
        if (document.isDirty) this.#keepLater(document);
        this.#listener.state();
        return;
      } catch (problem) {
        document.saving = undefined;
        if (!(problem instanceof Refusal) || problem.status !== 412) {
          this.#keepLater(document);
          this.#listener.state(problem);
          return;
        }
        await this.#merge(document, problem.body);
        if (document.conflicts.length > 0) return;
      }
    }
  }

  // Changes by others.

  /** The file on the disk is another one now. */
  async changedOnDisk(path, hash) {
    const document = this.#documents.get(path);
    if (!document || hash === document.hash) return;
    if (hash === null) {
      // Deleted: what stands here is all that is left of it.
      document.hash = null;
      document.baseText = '';
      this.#keepLater(document);
      this.#listener.state();
      return;
    }
    const file = await read(path);
    if (file.hash !== document.hash) await this.#merge(document, file);
  }

  /** Looks at all files again. */
  async refresh() {
    for (const document of this.all) {
      const file = await read(document.path);
      if (file.hash && file.hash !== document.hash) await this.#merge(document, file);
    }
  }

  async #merge(document, { text, hash }) {
    if (text === document.saving || text === document.text) {
      document.baseText = text;
      document.hash = hash;
      this.#listener.state();
      return;
    }
    const base = document.baseText;
    document.baseText = text ?? '';
    document.hash = hash;
    await this.#mergeText(document, base, text ?? '');
  }

  async #mergeText(document, base, theirs) {
    for (;;) {
      const ours = document.text;
      const merged = ours === base ? { text: theirs, conflicts: [] } : await post('/merge', { base, ours, theirs });
      // Typed meanwhile: once more.
      if (document.text !== ours) continue;
      document.conflicts = [...document.conflicts, ...merged.conflicts];
      this.edit(document, merged.text);
      if (merged.conflicts.length > 0) this.#listener.conflict(document);
      this.#listener.state();
      return;
    }
  }

  /** Puts the text of the other editor in place of ours, or leaves ours. */
  settle(document, conflict, takesTheirs) {
    document.conflicts = document.conflicts.filter((one) => one !== conflict);
    if (takesTheirs) {
      const lines = document.text.split('\n');
      const near = lines.slice(0, Math.max(0, conflict.line - 1)).join('\n').length;
      const at = [document.text.indexOf(conflict.ours, Math.max(0, near - 1)), document.text.indexOf(conflict.ours)].find((place) => place >= 0);
      if (at !== undefined && conflict.ours !== '') {
        this.edit(document, document.text.slice(0, at) + conflict.theirs + document.text.slice(at + conflict.ours.length));
      } else {
        const start = lines.slice(0, conflict.line - 1).join('\n').length + (conflict.line > 1 ? 1 : 0);
        this.edit(document, document.text.slice(0, start) + conflict.theirs + document.text.slice(start));
      }
    }
    this.#listener.conflict(document);
  }
}
