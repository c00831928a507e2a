// The API of the web chat: the session, and requests that renew it when it has expired.

// How long a request may take, in milliseconds.
const patience = 60_000;

const root = document.documentElement.dataset.api;

/** A refusal by the server, with its reason. */
export class Refusal extends Error {
  constructor(status, reason, retryAfter) {
    super(reason);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/** The longest pause in milliseconds before a retry. A server that refuses can be reached, and may accept again at any moment. */
export const longestPause = (problem) => (problem instanceof Refusal ? 8_000 : 30_000);

/** The session of this browser: a cookie on the server's own page, a token in a widget. */
export class Session {
  #asked;
  #token;
  #beginning;

  /** @param asked the details sent about the customer: `token`, `name`, `language`, `widget`. */
  constructor(asked) {
    this.#asked = asked;
    this.customer = undefined;
    this.name = undefined;
    /** Called when the session has expired and the new one belongs to another customer, with other conversations. */
    this.onchanged = () => {};
    if (asked.widget) this.#token = kept('usher-session');
  }

  /** Begins a session, or continues the current one. Returns whether the customer is a different one. */
  begin() {
    this.#beginning ??= this.#begin().finally(() => { this.#beginning = undefined; });
    return this.#beginning;
  }

  /** Sends the visitor's identity, as signed by the host page. */
  async signIn(token) {
    await this.#beginning?.catch(() => {});
    this.#asked = { ...this.#asked, token };
    return this.begin();
  }

  async #begin() {
    const answer = await this.#send('POST', '/session', JSON.stringify(this.#asked), { 'Content-Type': 'application/json' });
    const before = this.customer;
    this.customer = answer.customer;
    this.name = answer.name;
    if (answer.token && this.#asked.widget) {
      this.#token = answer.token;
      keep('usher-session', answer.token);
    }
    return before !== undefined && before !== answer.customer;
  }

  /** A request with a JSON body; returns its response, `undefined` when there is none. */
  async request(method, path, body) {
    const send = () => this.#send(
      method, path, body === undefined ? undefined : JSON.stringify(body),
      body === undefined ? {} : { 'Content-Type': 'application/json' });
    return this.#again(send);
  }

  /** Uploads bytes; returns the response itself. */
  async put(address, bytes, headers, signal) {
    return this.#again(async () => {
      const response = await this.#fetch('PUT', address, bytes, headers, signal);
      if (response.status === 401) throw new Refusal(401, 'no session');
      return response;
    });
  }

  /** A stream of events; returns the response itself. */
  async stream(path, headers, signal) {
    return this.#again(async () => {
      const response = await this.#fetch('GET', root + path, undefined, headers, signal);
      if (!response.ok) throw await refusal(response);
      return response;
    });
  }

  /** Retries once with a new session if the current one has expired. */
  async #again(send) {
    try {
      return await send();
    } catch (problem) {
      if (!(problem instanceof Refusal) || problem.status !== 401) throw problem;
      if (await this.begin()) {
        this.onchanged();
        throw problem;
      }
      return send();
    }
  }

  async #send(method, path, body, headers) {
    const address = path.startsWith(`${root}/`) ? path : root + path;
    const response = await this.#fetch(method, address, body, headers, AbortSignal.timeout?.(patience));
    if (!response.ok) {
      const problem = await refusal(response);
      if (problem.status === 401 && path === '/session' && this.#token) {
        this.#token = undefined;
        return this.#send(method, path, body, headers);
      }
      throw problem;
    }
    if (response.status === 204) return undefined;
    try {
      return await response.json();
    } catch (problem) {
      // The connection broke before the answer was whole.
      throw new Unreachable(problem.message);
    }
  }

  async #fetch(method, address, body, headers, signal) {
    const all = { Accept: 'application/json', ...headers };
    if (this.#token) all.Authorization = `Bearer ${this.#token}`;
    try {
      return await fetch(address, { method, body, headers: all, signal, credentials: 'same-origin', cache: 'no-store' });
    } catch (problem) {
      if (problem.name === 'AbortError') throw problem;
      throw new Unreachable(problem.message);
    }
  }
}

async function refusal(response) {
  const body = await response.json().catch(() => ({}));
  const after = Number(response.headers.get('Retry-After'));
  const reason = typeof body.error === 'string' ? body.error : body.error?.reason ?? response.statusText;
  return new Refusal(response.status, reason, Number.isFinite(after) && after > 0 ? after : undefined);
}

// In a page embedded in another site, access to storage may be refused.

export function kept(key) {
  try { return localStorage.getItem(key) ?? undefined; } catch { return undefined; }
}

export function keep(key, value) {
  try { localStorage.setItem(key, value); } catch { /* the session lasts as long as the page */ }
}

export const wait = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => { clearTimeout(timer); resolve(); }, { once: true });
  });
