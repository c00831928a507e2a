// The server: requests, the stream of events, and the key that opens the studio.

const api = '/studio/api';

/** A refusal by the server, with its reason and what came with it. */
export class Refusal extends Error {
  constructor(status, reason, body) {
    super(reason);
    this.status = status;
    this.body = body;
    /** The page on which to sign in, where there is one. */
    this.signIn = body?.error?.sign_in;
  }
}

/** The server cannot be reached, or cannot answer at the moment; `reason` is what it says about that, if anything. */
export class Unreachable extends Error {
  constructor(words, reason) {
    super(reason ?? words);
    this.reason = reason;
  }
}

/** A request with a JSON body; returns its response, `undefined` when there is none. */
export async function request(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(api + path, {
      method, credentials: 'same-origin', cache: 'no-store',
      // Without a body as well: a server takes a change only from what says JSON, which a form of another site cannot.
      headers: { Accept: 'application/json', ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (problem) {
    throw new Unreachable(problem.message);
  }
  if (response.status === 204 || response.status === 202) return undefined;
  const answer = await answerOf(response);
  // These pass by; a proxy gives no reason.
  if ([502, 503, 504].includes(response.status)) throw new Unreachable(response.statusText, answer.error?.reason);
  if (!response.ok) throw new Refusal(response.status, answer.error?.reason ?? response.statusText, answer);
  return answer;
}

/** The JSON of a response; nothing when a proxy made it. */
async function answerOf(response) {
  let text;
  try {
    text = await response.text();
  } catch (problem) {
    // The connection broke before the answer was whole.
    throw new Unreachable(problem.message);
  }
  try { return JSON.parse(text); } catch { return {}; }
}

export const post = (path, body) => request('POST', path, body);

export const filePath = (path) => path.split('/').map(encodeURIComponent).join('/');

// A key that could not be exchanged yet.
let key;

/** Exchanges the key in the address for a cookie, and removes it from the address. A key that did not arrive is tried next time. */
export async function useKey() {
  const found = /^#key=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (found) history.replaceState(null, '', location.pathname);
  key = found ?? key;
  if (!key) return false;
  const tried = key;
  key = undefined;
  try {
    await post('/session', { key: tried });
  } catch (problem) {
    if (problem instanceof Unreachable) key ??= tried;
    throw problem;
  }
  return true;
}

/** The stream of events, which is opened again whenever it ends. */
export class Events {
  #client;
  #source;
  #again;
  #listeners;

  /**
   * @param client the id of this page.
   * @param listeners by the names of events: `hello` each time that the stream opens, `lost` when it is lost.
   */
  constructor(client, listeners) {
    this.#client = client;
    this.#listeners = listeners;
    this.open();
  }

  close() {
    clearTimeout(this.#again);
    this.#source?.close();
    this.#source = undefined;
  }

  open() {
    this.close();
    const source = new EventSource(`${api}/events?client=${this.#client}`);
    this.#source = source;
    for (const name of ['hello', 'language', 'file']) {
      source.addEventListener(name, (event) => this.#listeners[name]?.(JSON.parse(event.data)));
    }
    source.onerror = () => {
      if (source !== this.#source) return;
      source.close();
      this.#listeners.lost();
      this.#again = setTimeout(() => this.open(), 500);
    };
  }
}

/** Runs work one at a time; what is asked meanwhile runs once, afterwards. Returns when all of it has been done. */
export function oneAtATime(work) {
  let running;
  let wanted = false;
  const all = async () => {
    try {
      do {
        wanted = false;
        await work();
      } while (wanted);
    } finally {
      running = undefined;
    }
  };
  return () => {
    if (running) wanted = true;
    else running = all();
    return running;
  };
}

/** Calls `work` when nothing has been asked for a while; with `most`, not later than that after the first time. */
export function later(work, delay, most) {
  let timer;
  let first;
  const due = () => { clearTimeout(timer); timer = undefined; first = undefined; work(); };
  const call = () => {
    const now = performance.now();
    first ??= now;
    clearTimeout(timer);
    timer = setTimeout(due, most === undefined ? delay : Math.max(0, Math.min(delay, first + most - now)));
  };
  call.cancel = () => { clearTimeout(timer); timer = undefined; first = undefined; };
  return call;
}
