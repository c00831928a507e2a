// The upload of one file in pieces, continuing where the server's copy ends.

import { Refusal, Unreachable } from './api.js';
import { measure } from './media.js';

const piece = 1 << 20;
// How long a piece may take, in milliseconds.
const patience = 600_000;

export class Upload {
  #session;
  #conversation;
  #entry;
  #isGivenUp = false;
  #address;

  constructor(session, conversation, entry) {
    this.#session = session;
    this.#conversation = conversation;
    this.#entry = entry;
    this.size = entry.size;
    this.sent = 0;
    this.isWhole = false;
    this.onprogress = () => {};
  }

  get fraction() { return this.size === 0 ? 1 : this.sent / this.size; }

  /** Sends the bytes that the server does not have yet. Throws when the connection is lost; the caller then runs it again. */
  async run() {
    const { file, content: id, name, type, size } = this.#entry;
    await this.#measure();
    const content = await this.#session.request(
      'POST', `/conversations/${this.#conversation}/content`, { id, mime_type: type, size, name });
    this.#address = content.upload_url;
    this.#moved(content.received ?? 0);
    if (!content.upload_url || content.received === size) {
      this.isWhole = true;
      return;
    }
    while (!this.isWhole && !this.#isGivenUp) {
      const end = Math.min(this.sent + piece, size);
      const response = await this.#put(
        content.upload_url, file.slice(this.sent, end), { 'Content-Range': `bytes ${this.sent}-${end - 1}/${size}` });
      await this.#take(response);
    }
  }

  #stop = new AbortController();

  async #put(address, bytes, headers) {
    this.#stop = new AbortController();
    const timer = setTimeout(() => this.#stop.abort(), patience);
    try {
      return await this.#session.put(address, bytes, headers, this.#stop.signal);
    } catch (problem) {
      throw problem.name === 'AbortError' ? new Unreachable('the server does not answer') : problem;
    } finally {
      clearTimeout(timer);
    }
  }

  async giveUp() {
    this.#isGivenUp = true;
    this.#stop.abort();
    if (!this.#address) return;
    try { await this.#session.request('DELETE', this.#address); } catch { /* it goes after its time */ }
  }

  async #take(response) {
    if (response.status === 200 || response.status === 201) {
      this.isWhole = true;
      this.#moved(this.size);
    } else if (response.status === 308 || response.status === 416) {
      const held = /^bytes=0-(\d+)$/.exec(response.headers.get('Range') ?? '');
      this.#moved(held ? Number(held[1]) + 1 : 0);
    } else if (response.status >= 500) {
      throw new Unreachable(`the server says ${response.status}`);
    } else {
      const body = await response.json().catch(() => ({}));
      throw new Refusal(response.status, body.error?.reason ?? body.error ?? response.statusText);
    }
  }

  #moved(sent) {
    this.sent = sent;
    this.onprogress();
  }

  async #measure() {
    if (this.#entry.measures) return;
    const { type, measures } = await measure(this.#entry.file, this.#entry.shownAs);
    Object.assign(this.#entry, { shownAs: type, measures });
  }
}
