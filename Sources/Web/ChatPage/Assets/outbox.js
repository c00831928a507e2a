// Outgoing messages and answers: they show immediately, are sent in order, and continue after a lost connection or a
// reload.

import { longestPause, Refusal, Unreachable, wait } from './api.js';
import { tooLong } from './composer.js';
import { element, uuid } from './dom.js';
import { messageType } from './media.js';
import { Store } from './store.js';
import { Upload } from './upload.js';
import { say } from './words.js';

// The maximum size in bytes of a body inside its part; a larger one travels as content.
const largestBody = 2_048;
const textType = 'application/vnd.layer.text+json';
// The server keeps no more files; it may take days until it does.
const noRoom = 507;
const store = new Store();

export class Outbox {
  #session;
  #conversation;
  #history;
  #queues = { text: [], file: [] };
  #running = { text: false, file: false };
  #online = new AbortController();
  #uploads = new Map();

  constructor(session, conversation) {
    this.#session = session;
    this.#conversation = conversation;
    this.onprogress = () => {};
    /** Called with a text that was refused, and the reason. */
    this.onrefused = () => {};
    /** Called with an answer that was still to be sent when the page was left, and a promise of its outcome. */
    this.onresumed = () => {};
  }

  /** The server can be reached again: waiting entries are retried immediately. */
  wake() {
    this.#online.abort();
    this.#online = new AbortController();
  }

  // Files that were refused and can be sent again.
  #failed = new Set();
  #isResumed = false;

  /** Shows what is still to be sent in the history; the first time, resumes what was not sent when the page was left. */
  async show(history) {
    this.#history = history;
    const waiting = [...this.#queues.text, ...this.#queues.file, ...this.#failed].sort((a, b) => a.at - b.at);
    // The page knows which answers are under way.
    for (const entry of waiting.filter((one) => one.kind !== 'answer')) this.#show(entry);
    for (const entry of this.#failed) this.#queue(entry);
    this.#failed.clear();
    if (this.#isResumed) return;
    this.#isResumed = true;
    for (const entry of await store.all()) {
      if (this.#written.has(entry.id)) continue;
      if (entry.conversation !== this.#conversation || entry.customer !== this.#session.customer) continue;
      if (entry.kind === 'answer') this.onresumed(entry, outcomeOf(entry));
      else this.#show(entry);
      this.#queue(entry);
    }
  }

  async sendText(text) {
    const entry = this.#entry('text', { text, content: uuid() });
    this.#show(entry);
    await store.put(entry);
    this.#queue(entry);
  }

  async sendFile(file) {
    const type = file.type || 'application/octet-stream';
    const entry = this.#entry('file', {
      file, name: file.name, type, size: file.size, content: uuid(), shownAs: messageType(type.split(';')[0]),
    });
    this.#show(entry);
    await store.put(entry);
    this.#queue(entry);
  }

  /**
   * Sends an answer to a message. Resolves once the server has accepted it; fails when the server refuses it.
   *
   * @param onretry called when the first attempt has failed, and the answer waits for the next one.
   */
  async sendAnswer(message, node, operations, onretry) {
    const entry = this.#entry('answer', { message, node, operations });
    await store.put(entry);
    const outcome = outcomeOf(entry);
    entry.onretry = onretry;
    this.#queue(entry);
    return outcome;
  }

  #written = new Set();

  #entry(kind, content) {
    const id = uuid();
    this.#written.add(id);
    return { id, kind, conversation: this.#conversation, customer: this.#session.customer, at: Date.now(), ...content };
  }

  // Sending, one after another.

  #queue(entry) {
    // An answer keeps its place among the texts.
    const kind = entry.kind === 'file' ? 'file' : 'text';
    this.#queues[kind].push(entry);
    this.#run(kind);
  }

  async #run(kind) {
    if (this.#running[kind]) return;
    this.#running[kind] = true;
    const queue = this.#queues[kind];
    while (queue.length > 0) {
      const entry = queue[0];
      const isDone = await alone(entry.id, () => this.#sendOnce(entry));
      queue.splice(queue.indexOf(entry), queue.includes(entry) ? 1 : 0);
      if (isDone) await store.remove(entry.id);
    }
    this.#running[kind] = false;
  }

  /** Sends an entry, unless another tab has sent it or given it up meanwhile. */
  async #sendOnce(entry) {
    if (await store.has(entry.id)) return this.#sendUntil(entry);
    this.#history.removePending(entry.id);
    entry.accept?.();
    return true;
  }

  /** Retries until the entry is sent, refused or cancelled. */
  async #sendUntil(entry) {
    for (let failures = 0; !entry.isGivenUp; failures += 1) {
      try {
        if (entry.kind === 'answer') return await this.#answer(entry);
        const parts = entry.kind === 'text' ? await this.#words(entry) : await this.#upload(entry);
        if (entry.isGivenUp) return true;
        this.#history.take(await this.#session.request('POST', this.#path, { id: entry.id, parts }));
        return true;
      } catch (problem) {
        if (entry.isGivenUp) return true;
        const isLost = problem instanceof Unreachable || (problem instanceof Refusal && problem.status >= 500 && problem.status !== noRoom);
        const isMuch = problem instanceof Refusal && problem.status === 429;
        if (!isLost && !isMuch) {
          if (entry.kind === 'answer') {
            entry.refuse(problem);
            return true;
          }
          if (entry.kind === 'text') return this.#refuse(entry, problem);
          this.#fail(entry, problem);
          return false;
        }
        entry.onretry?.();
        const pause = isMuch
          ? (problem.retryAfter ?? 2) * 1000 : Math.min(longestPause(problem), 500 * 2 ** Math.min(failures, 6));
        await wait(pause, isMuch ? undefined : this.#online.signal);
      }
    }
    return true;
  }

  get #path() { return `/conversations/${this.#conversation}/messages`; }

  /** Sends an answer. Its id is that of the message that it becomes: the server accepts it once, however often it is sent. */
  async #answer({ id, message, node, operations, accept }) {
    const path = `${this.#path}/${message}`;
    this.#history.take(await this.#session.request('POST', `${path}/responses`, { id, node, operations }));
    accept();
    // If the message cannot be read now, its change arrives as an event.
    this.#session.request('GET', path).then((changed) => this.#history.take(changed)).catch(() => {});
    return true;
  }

  /** A text in its part; a text that is too large for that is uploaded as content first. */
  async #words(entry) {
    const body = JSON.stringify({ text: entry.text });
    const bytes = new Blob([body]);
    if (bytes.size <= largestBody) return [{ mime_type: `${textType};role=root`, body }];
    entry.content ??= uuid();
    const file = { file: bytes, content: entry.content, name: 'text', type: textType, size: bytes.size, measures: {} };
    await new Upload(this.#session, this.#conversation, file).run();
    return [{ mime_type: `${textType};role=root`, content: { id: `layer:///content/${file.content}`, size: bytes.size } }];
  }

  /** Returns a text that cannot be sent to the input area. */
  #refuse(entry, problem) {
    this.#history.remove(entry.id);
    this.onrefused(entry.text, problem.status === 413 ? tooLong() : problem.message || say('wrong'));
    return true;
  }

  async #upload(entry) {
    const upload = new Upload(this.#session, this.#conversation, entry);
    this.#uploads.set(entry.id, upload);
    upload.onprogress = () => { this.#showProgress(entry, upload.fraction); this.#tellProgress(); };
    try {
      await upload.run();
    } finally {
      if (upload.isWhole || entry.isGivenUp) this.#uploads.delete(entry.id);
      this.#tellProgress();
    }
    return fileParts(entry);
  }

  #tellProgress() {
    const waiting = this.#queues.file.filter((entry) => !this.#uploads.has(entry.id));
    const total = [...this.#uploads.values()].reduce((sum, one) => sum + one.size, 0)
      + waiting.reduce((sum, entry) => sum + entry.size, 0);
    const sent = [...this.#uploads.values()].reduce((sum, one) => sum + one.sent, 0);
    this.onprogress(this.#queues.file.length, total === 0 ? 1 : sent / total);
  }

  async #giveUp(entry) {
    entry.isGivenUp = true;
    this.#failed.delete(entry);
    this.#uploads.get(entry.id)?.giveUp();
    this.#history.remove(entry.id);
    await store.remove(entry.id);
  }

  // Display.

  #show(entry) {
    this.#history.addPending(entry.id, entry.kind === 'text' ? textBody(entry.text) : this.#shownFile(entry));
  }

  #shownFile(entry) {
    const name = element('p', { class: 'name', dir: 'auto' }, entry.name);
    const label = say('uploading', { name: entry.name });
    const progress = element('progress', { max: '1', value: '0', 'aria-label': label });
    const cancel = element(
      'button', { type: 'button', class: 'remove', 'aria-label': `${say('remove')}: ${entry.name}`, onclick: () => this.#giveUp(entry) }, '×');
    const picture = entry.shownAs === 'image' ? this.#preview(entry) : undefined;
    return element('div', { class: 'body upload' }, picture, element('div', { class: 'row' }, name, cancel), progress);
  }

  #preview(entry) {
    const address = URL.createObjectURL(entry.file);
    const free = () => URL.revokeObjectURL(address);
    return element('img', { src: address, alt: '', onload: free, onerror: free });
  }

  #showProgress(entry, fraction) {
    const progress = document.querySelector(`li[data-id="${entry.id}"] progress`);
    if (progress && fraction > progress.value) progress.value = fraction;
  }

  #fail(entry, problem) {
    this.#uploads.delete(entry.id);
    this.#failed.add(entry);
    const item = document.querySelector(`li[data-id="${entry.id}"]`);
    if (!item) return;
    const retry = () => { this.#failed.delete(entry); this.#show(entry); this.#queue(entry); };
    const again = element('button', { type: 'button', onclick: retry }, say('retry'));
    const remove = element('button', { type: 'button', onclick: () => this.#giveUp(entry) }, say('remove'));
    item.classList.add('failed');
    item.querySelector('.state').replaceChildren(
      element('span', { class: 'problem', role: 'alert' }, `${say('failed')}: ${reason(entry, problem)}`), ' ', again, ' ', remove);
  }
}

/** Lets one tab at a time work on an entry, where the browser can. */
const alone = (id, work) => (navigator.locks ? navigator.locks.request(`usher-${id}`, work) : work());

/** Lets an answer be accepted or refused; returns a promise of that. */
function outcomeOf(entry) {
  return new Promise((accept, refuse) => { Object.assign(entry, { accept, refuse }); });
}

/** A text that is still to be sent, as the log shows it. */
export function textBody(words) {
  const text = element('p', { class: 'text' });
  text.textContent = words;
  return element('div', { class: 'body' }, element('article', { class: 'message text large' }, text));
}

/** The reason for a refusal, in the user's language if the page has a text for it. */
function reason(entry, problem) {
  if (problem.status === 413) return say('large', { name: entry.name ?? '' });
  if (problem.status === 415) return say('kind', { name: entry.name ?? '' });
  return problem.message || say('wrong');
}

function fileParts(entry) {
  const root = uuid();
  const address = (part) => `layer:///messages/${entry.id}/parts/${part}`;
  const type = entry.shownAs ?? 'file';
  const body = { title: entry.name, mime_type: entry.type, ...entry.measures };
  if (type === 'image') body.file_name = entry.name;
  else body.size = entry.size;
  return [
    {
      id: address(root), mime_type: `application/vnd.layer.${type}+json;role=root`,
      body: JSON.stringify(body),
    },
    {
      id: address(uuid()), mime_type: `${entry.type.split(';')[0]};role=source;parent-node-id=${root}`,
      content: { id: `layer:///content/${entry.content}`, size: entry.size },
    },
  ];
}
