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
    // Texts that were sent to be saved, and may be on the disk: the last answer is not there yet, or was lost.
    this.sent = [];
    // Whether what is on the disk could not be read or merged.
    this.isBehind = false;
    // Places that another editor has changed as well.
    this.conflicts = [];
  }

  get isDirty() { return this.text !== this.baseText || (this.hash === null && this.text !== ''); }
}

export class Documents {
  #documents = new Map();
  #opening = new Map();
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

  /** What is on the screen of all files that are open, by path; without those that are still to be made. */
  get texts() {
    return Object.fromEntries(
      this.all.filter((one) => one.writable && (one.hash !== null || one.text !== '')).map((one) => [one.path, one.text]));
  }

  /** Opens a file; one that does not exist is made when it is saved. */
  async open(path) {
    const known = this.#documents.get(path);
    if (known) return known;
    let opening = this.#opening.get(path);
    if (!opening) {
      opening = this.#openNow(path).finally(() => this.#opening.delete(path));
      this.#opening.set(path, opening);
    }
    return opening;
  }

  async #openNow(path) {
    const file = await read(path);
    const document = new Document(file);
    this.#documents.set(path, document);
    // A draft of an earlier day, and a file that has changed since.
    if (file.draft && file.draft.base !== file.hash) {
      document.baseText = file.draft.baseText;
      document.hash = file.draft.base;
      // What cannot be merged now is merged when it is saved, if not before.
      await this.#merge(document, file).catch((problem) => this.#listener.state(problem));
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

  /**
   * Takes a text that an action has made of the one that was sent to it; what has changed since stays. Returns whether it is taken: it
   * is not when it has changed the same lines, unless it `mayConflict`.
   */
  take(document, sent, text, mayConflict) {
    return this.#mergeText(document, sent, text, () => {}, ({ conflicts }) => mayConflict || conflicts.length === 0);
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
    if (text === document.keptText && hash === document.keptHash) return;
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
      document.keptHash = hash;
      this.#listener.state();
      if (document.isBehind) this.#catchUp(document).catch((problem) => this.#listener.state(problem));
    } catch (problem) {
      if (problem instanceof Refusal && problem.status === 412) {
        await this.#mergeDraft(document, problem.body.draft);
      } else if (problem instanceof Unreachable || problem instanceof Refusal && problem.status === 401) {
        this.#listener.state(problem);
      } else {
        this.#listener.problem(problem.message);
      }
    }
  }

  /** Another window has written: both in one. Where that fails, the next draft is refused like this one, and merged. */
  async #mergeDraft(document, other) {
    if (!other) {
      // The one that was to be replaced is gone.
      document.draftHash = null;
      this.#keepLater(document);
      return;
    }
    try {
      await this.#mergeText(document, document.keptText ?? document.baseText, other.text, () => {
        document.draftHash = other.hash;
        document.keptText = other.text;
        document.keptHash = undefined;
      });
      this.#keepLater(document);
    } catch (problem) {
      this.#listener.state(problem);
    }
  }

  /** Keeps all drafts again, after the server was away. */
  async keepAll() {
    for (const document of this.all.filter((one) => one.isDirty)) {
      document.keptHash = undefined;
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
    try {
      for (let tries = 0; tries < 3; tries += 1) {
        if (await this.#saveNow(document) || document.conflicts.length > 0) return;
      }
    } catch (problem) {
      this.#keepLater(document);
      this.#listener.state(problem);
    }
  }

  /** Saves a text. Returns whether it is saved; otherwise what was on the disk has been merged. */
  async #saveNow(document) {
    // Both now: a text goes with the hash of what it was made of.
    const { text, hash } = document;
    this.#keepers.get(document.path)?.cancel();
    await document.keeping?.catch(() => {});
    document.sent = [...document.sent.slice(-9), text];
    let saved;
    try {
      saved = await request(
        'PUT', `/files/${filePath(document.path)}`, { text },
        hash === null ? { 'If-None-Match': '*' } : { 'If-Match': `"${hash}"` });
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.status !== 412) throw problem;
      // Unless a later text of the disk was merged before this answer came.
      if (document.hash === hash) await this.#merge(document, problem.body);
      return false;
    }
    if (document.hash === hash) this.#madeOf(document, text, saved.hash);
    document.draftHash = null;
    document.keptText = undefined;
    if (document.isDirty) this.#keepLater(document);
    this.#listener.state();
    return true;
  }

  // Changes by others.

  /** The file on the disk is another one now. */
  async changedOnDisk(path, hash) {
    const document = this.#documents.get(path);
    if (!document || hash === document.hash) return;
    if (hash === null) await this.#merge(document, { text: null, hash });
    else await this.#catchUp(document);
  }

  /** Looks at all files again. */
  async refresh() {
    for (const document of this.all) {
      await this.#catchUp(document).catch((problem) => this.#listener.state(problem));
    }
  }

  /**
   * Reads a file, and merges what is there. What was read before it was saved or merged is read again. Where that fails, it is tried
   * again with the next draft.
   */
  async #catchUp(document) {
    try {
      for (;;) {
        const known = document.hash;
        const file = await read(document.path);
        if (document.hash === known && (!file.hash || await this.#merge(document, file))) break;
      }
      document.isBehind = false;
    } catch (problem) {
      document.isBehind = true;
      throw problem;
    }
  }

  /** The text on the disk that a document is made of. */
  #madeOf(document, text, hash) {
    document.baseText = text;
    document.hash = hash;
    document.sent = [];
  }

  /**
   * Merges what is on the disk. The document is made of the text that it was made of until then: when it is saved meanwhile, it is
   * refused. Returns whether all is done; otherwise the document was saved or merged meanwhile, and this may be of before.
   */
  async #merge(document, { text, hash }) {
    const known = document.hash;
    if (hash === known) return true;
    if (hash === null || text === document.text || document.sent.includes(text)) {
      // Deleted, so that what stands here is all that is left of it; or one's own.
      this.#madeOf(document, text ?? '', hash);
    } else {
      const isMerged = await this.#mergeText(
        document, document.baseText, text, () => this.#madeOf(document, text, hash), () => document.hash === known);
      if (!isMerged) return false;
    }
    this.#keepLater(document);
    this.#listener.state();
    return true;
  }

  /**
   * Puts what others have made of `base` into a text. With the new text, and not before, `taken` is called; nothing happens and
   * `false` is returned when `isWanted` answers no by then.
   */
  async #mergeText(document, base, theirs, taken, isWanted = () => true) {
    for (;;) {
      const ours = document.text;
      const merged = ours === base ? { text: theirs, conflicts: [] } : await post('/merge', { base, ours, theirs });
      if (!isWanted(merged)) return false;
      // Typed meanwhile: once more.
      if (document.text !== ours) continue;
      document.conflicts = [...document.conflicts, ...merged.conflicts];
      taken();
      this.edit(document, merged.text);
      if (merged.conflicts.length > 0) this.#listener.conflict(document);
      this.#listener.state();
      return true;
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
