// Signing in and out, and one's own password.

import { element } from './dom.js';
import { say } from './account-words.js';

const byId = (id) => document.getElementById(id);

/** The pages to which a link may lead after signing in; others are not followed. */
const places = { studio: '/studio', publish: '/studio/publish', desk: '/desk' };
const parameters = new URLSearchParams(location.search);
const wanted = places[parameters.get('to')];
const patience = 1_500;

/** The rules for new passwords by the names that the server gives them, and the texts about them. */
const rules = { 'too-short': 'tooShort', 'too-long': 'tooLong', 'contains-name': 'containsName', 'too-uniform': 'tooUniform' };

/** A request; returns its status and its body. */
async function request(method, path, body) {
  const response = await fetch(`/operators/api${path}`, {
    method, credentials: 'same-origin', cache: 'no-store', headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (response.status >= 500) throw new Error(response.statusText);
  return { status: response.status, body: response.status === 204 ? {} : await response.json().catch(() => ({})) };
}

class Page {
  async begin() {
    document.title = say('title');
    const [form, change] = [byId('sign-in'), byId('change')];
    form.querySelector('h1').textContent = say('signIn');
    form.querySelector('button').textContent = say('signIn');
    for (const [field, key] of [['name', 'name'], ['password', 'password'], ['current', 'current'], ['new', 'new']]) {
      document.querySelector(`label[for=${field}]`).textContent = say(key);
    }
    change.querySelector('h2').textContent = say('change');
    change.querySelector('button').textContent = say('change');
    byId('rule').textContent = say('rule');
    byId('sign-out').textContent = say('signOut');
    byId('provider').textContent = say('provider');
    if (wanted) byId('provider').search = new URLSearchParams({ to: parameters.get('to') });
    form.onsubmit = (submit) => { submit.preventDefault(); this.#signIn(); };
    change.onsubmit = (submit) => { submit.preventDefault(); this.#change(); };
    byId('sign-out').onclick = () => this.#signOut();
    await this.#open();
    byId('account').setAttribute('aria-busy', 'false');
  }

  /** Shows who is signed in, as soon as the server says so. */
  async #open() {
    try {
      const { body } = await request('GET', '/session');
      byId('provider').hidden = !body.provider;
      this.#state(!body.account && parameters.has('failed') ? say('refused') : '');
      this.#show(body.account ? body : undefined);
    } catch {
      this.#state(say('offline'));
      setTimeout(() => this.#open(), patience);
    }
  }

  /** @param account who is signed in; nothing shows the form. */
  #show(account) {
    byId('sign-in').hidden = Boolean(account);
    byId('signed-in').hidden = !account;
    if (!account) {
      this.#forget();
      byId('name').focus();
      return;
    }
    byId('provider').hidden = !account.provider;
    byId('who').textContent = account.account;
    byId('change-name').value = account.account;
    byId('role').textContent = say('role', { role: say(account.role) });
    const open = ['studio', 'desk'].filter((place) => account[place]);
    byId('places').replaceChildren(...open.map((place) => element('a', { href: places[place] }, say(place))),
      ...(open.length === 0 ? [element('p', {}, say('nowhere'))] : []));
  }

  /** Takes away what was typed about passwords: the next user of the page may be another person. */
  #forget() {
    for (const form of ['sign-in', 'change']) this.#clear(form);
    byId('change').reset();
    byId('password').value = '';
  }

  async #signIn() {
    const [name, password] = [byId('name').value.trim(), byId('password').value];
    if (!name || !password) {
      this.#problem('sign-in', say('missing'), byId(name ? 'password' : 'name'));
      return;
    }
    await this.#working('sign-in', async () => {
      const { status, body } = await request('POST', '/session', { name, password });
      if (status !== 200) {
        this.#problem('sign-in', status === 429 ? say('often') : status === 401 ? say('wrong') : body.error?.reason ?? '', byId('password'));
        byId('password').select();
        return;
      }
      byId('password').value = '';
      if (wanted) {
        location.assign(wanted);
        return;
      }
      this.#show(body);
      byId('who').focus();
    });
  }

  async #change() {
    await this.#working('change', async () => {
      const { status, body } = await request('PUT', '/password', { current: byId('current').value, new: byId('new').value });
      if (status === 401) {
        this.#show();
        this.#state(say('signedOut'));
        return;
      }
      if (status !== 204) {
        const isCurrent = status === 403;
        this.#problem('change', this.#objection(status, body), byId(isCurrent ? 'current' : 'new'));
        return;
      }
      byId('change').reset();
      byId('change-name').value = byId('who').textContent;
      this.#state(say('changed'));
    });
  }

  /** Why the password was not changed. */
  #objection(status, body) {
    if (status === 403) return say('wrongCurrent');
    if (status === 429) return say('often');
    const rule = rules[body.error?.rule];
    return rule ? say(rule) : body.error?.reason ?? '';
  }

  async #signOut() {
    await this.#try(async () => {
      const { status, body } = await request('DELETE', '/session');
      // Who is signed out already is told the same.
      if (status !== 204 && status !== 401) {
        this.#state(body.error?.reason ?? String(status));
        return;
      }
      this.#show();
      this.#state(say('signedOut'));
    });
  }

  // What is said.

  #problem(form, text, field) {
    byId(`${form}-problem`).textContent = text;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', [`${form}-problem`, field.id === 'new' ? 'rule' : ''].join(' ').trim());
    field.focus();
  }

  #state(text) { byId('state').textContent = text; }

  async #working(form, work) {
    const button = byId(form).querySelector('button');
    if (button.disabled) return;
    button.disabled = true;
    this.#state('');
    this.#clear(form);
    await this.#try(work);
    button.disabled = false;
  }

  /** Takes away what was said about a form. */
  #clear(form) {
    byId(`${form}-problem`).textContent = '';
    for (const field of byId(form).querySelectorAll('[aria-invalid]')) {
      field.removeAttribute('aria-invalid');
      if (field.id === 'new') field.setAttribute('aria-describedby', 'rule');
      else field.removeAttribute('aria-describedby');
    }
  }

  async #try(work) {
    try { await work(); } catch { this.#state(say('offline')); }
  }
}

await new Page().begin();
