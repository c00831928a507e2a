// Server-sent events over `fetch`, which can send `Authorization`, with reconnection after a lost connection.

import { longestPause, Refusal, wait } from './api.js';

const silence = 50_000;

export class EventStream {
  #session;
  #last;
  #heard;
  #state;
  #nudge = new AbortController();
  #closed = false;

  /**
   * @param after the revision of the loaded state, after which events continue.
   * @param heard called with the name and the data of each event.
   * @param state called with whether the stream is open.
   */
  constructor(session, after, heard, state) {
    this.#session = session;
    this.#last = after;
    this.#heard = heard;
    this.#state = state;
    addEventListener('online', () => this.#nudge.abort());
    // Offline, the stream delivers nothing even if it still appears to be open.
    addEventListener('offline', () => this.#line?.abort());
    document.addEventListener('visibilitychange', () => { if (!document.hidden) this.#nudge.abort(); });
    this.#run();
  }

  /** Restarts the stream after a revision. */
  restart(after) {
    this.#last = after;
    this.#line?.abort();
    this.#nudge.abort();
  }

  close() {
    this.#closed = true;
    this.#line?.abort();
  }

  #line;

  async #run() {
    let failures = 0;
    while (!this.#closed) {
      const began = Date.now();
      let problem;
      try {
        await this.#listen();
      } catch (caught) {
        problem = caught;
      }
      if (this.#closed) return;
      this.#state(false);
      failures = Date.now() - began > 10_000 ? 0 : failures + 1;
      // Random, so that not all clients reconnect at once when a server comes back.
      const backoff = Math.min(longestPause(problem), 250 * 2 ** Math.min(failures, 8)) * (0.5 + Math.random() / 2);
      const least = problem instanceof Refusal ? 1000 * (problem.retryAfter ?? 0) : 0;
      this.#nudge = new AbortController();
      await wait(Math.max(least, backoff), this.#nudge.signal);
    }
  }

  async #listen() {
    this.#line = new AbortController();
    const line = this.#line;
    let timer = setTimeout(() => line.abort(), silence);
    try {
      const headers = { Accept: 'text/event-stream' };
      if (this.#last !== undefined) headers['Last-Event-ID'] = String(this.#last);
      const response = await this.#session.stream('/events', headers, line.signal);
      this.#state(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const parser = new EventParser((event) => this.#take(event));
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => line.abort(), silence);
        parser.feed(value);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  #take({ name, data, id }) {
    if (id !== undefined) this.#last = id;
    let value;
    try { value = JSON.parse(data); } catch { return; }
    if (name === 'ready' || name === 'reset') this.#last = value.after ?? this.#last;
    this.#heard(name, value);
  }
}

/** Parses a stream of events (HTML, section 9.2.6). */
export class EventParser {
  #rest = '';
  #name = '';
  #data = [];
  #id;
  #tell;

  constructor(tell) { this.#tell = tell; }

  feed(text) {
    const lines = (this.#rest + text).split(/\r\n|\n|\r(?!$)/);
    this.#rest = lines.pop();
    for (const line of lines) this.#read(line);
  }

  #read(line) {
    if (line === '') {
      if (this.#data.length > 0) this.#tell({ name: this.#name || 'message', data: this.#data.join('\n'), id: this.#id });
      this.#name = '';
      this.#data = [];
      this.#id = undefined;
      return;
    }
    const colon = line.indexOf(':');
    if (colon === 0) return;
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#name = value;
    if (field === 'data') this.#data.push(value);
    if (field === 'id' && !value.includes('\0')) this.#id = value;
  }
}
