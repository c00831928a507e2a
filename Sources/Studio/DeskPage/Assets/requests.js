// The server: requests, the stream of events, and the key that opens the desk.

const api = '/desk/api';

/** A refusal by the server, with its reason. */
export class Refusal extends Error {
  constructor(status, reason, signIn) {
    super(reason);
    this.status = status;
    /** The page on which to sign in, where there is one. */
    this.signIn = signIn;
  }
}

/** The server cannot be reached. */
export class Unreachable extends Error {}

/** A request with a JSON body; returns its response, `undefined` when there is none. */
export async function request(method, path, body) {
  let response;
  try {
    response = await fetch(api + path, {
      method, credentials: 'same-origin', cache: 'no-store',
      headers: { Accept: 'application/json', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch (problem) {
    throw new Unreachable(problem.message);
  }
  if (response.status >= 500) throw new Unreachable(response.statusText);
  if (response.status === 204) return undefined;
  const answer = await answerOf(response);
  if (!response.ok) throw new Refusal(response.status, answer.error?.reason ?? response.statusText, answer.error?.sign_in);
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

/** Stores a file; returns its id and name. */
export async function upload(path, file) {
  let response;
  try {
    response = await fetch(`${api}${path}?name=${encodeURIComponent(file.name)}`, {
      method: 'POST', credentials: 'same-origin', cache: 'no-store',
      headers: { Accept: 'application/json', 'Content-Type': 'application/octet-stream' }, body: file,
    });
  } catch (problem) {
    // That a file cannot be read any more is no matter of the server.
    await file.slice(0, 1).arrayBuffer();
    throw new Unreachable(problem.message);
  }
  if (response.status >= 500) throw new Unreachable(response.statusText);
  const answer = await answerOf(response);
  if (!response.ok) throw new Refusal(response.status, answer.error?.reason ?? response.statusText, answer.error?.sign_in);
  return answer;
}

export const get = (path) => request('GET', path);

export const addressOf = (path) => api + path;

// The key that was in the address, until the server has answered it.
let key;

/** Exchanges the key in the address for a cookie, and removes it from the address. */
export async function useKey() {
  const found = /^#key=([0-9a-f]+)$/.exec(location.hash)?.[1];
  if (found) {
    history.replaceState(null, '', location.pathname + location.search);
    key = found;
  }
  if (!key) return false;
  try {
    await request('POST', '/session', { key });
  } catch (problem) {
    if (!(problem instanceof Unreachable)) key = undefined;
    throw problem;
  }
  key = undefined;
  return true;
}

/** The stream of events, which is opened again whenever it ends. */
export class Events {
  #listeners;
  #source;

  /** @param listeners `inbox(data)` and `results(data)` when something has changed, `lost()` when the stream is lost. */
  constructor(listeners) {
    this.#listeners = listeners;
    this.open();
  }

  close() {
    this.#source?.close();
    this.#source = undefined;
  }

  open() {
    this.#source?.close();
    const source = new EventSource(`${api}/events`);
    this.#source = source;
    for (const name of ['inbox', 'results']) {
      source.addEventListener(name, (event) => this.#listeners[name](JSON.parse(event.data)));
    }
    source.onerror = () => {
      if (source !== this.#source) return;
      source.close();
      this.#listeners.lost();
      setTimeout(() => { if (source === this.#source) this.open(); }, 800);
    };
  }
}
