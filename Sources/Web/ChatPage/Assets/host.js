// The site that embeds the widget: the visitor's identity, and notifications about events in the chat.

const root = document.documentElement;
// A page of this server, such as the desk of `usher dev`, may show it as well.
const allowed = [location.origin, ...(root.dataset.origins ?? '').split(' ').filter(Boolean)];

export const isWidget = root.classList.contains('widget');

/** The site that shows the widget. Messages are accepted only from sites that may show it. */
export class Host {
  #origin;
  #waiting = [];
  onsignin = () => {};

  /** Waits for the site to identify its visitor; on the server's own page no site does. */
  greeting() {
    if (!isWidget) return Promise.resolve({});
    return new Promise((resolve) => {
      addEventListener('message', (event) => {
        if (event.source !== parent || !allowed.includes(event.origin) || typeof event.data !== 'object') return;
        const { usher, ...values } = event.data ?? {};
        if (usher === 'hello' && !this.#origin) {
          this.#origin = event.origin;
          for (const message of this.#waiting.splice(0)) this.tell(...message);
          resolve(values);
        }
        if (usher === 'sign-in' && this.#origin === event.origin && typeof values.token === 'string') {
          this.onsignin(values.token);
        }
      });
      // Reveals only that the page exists.
      parent.postMessage({ usher: 'here' }, '*');
    });
  }

  tell(what, values = {}) {
    if (!isWidget) {
      dispatchEvent(new CustomEvent(`usher:${what}`, { detail: values }));
    } else if (this.#origin) {
      parent.postMessage({ usher: what, ...values }, this.#origin);
    } else {
      this.#waiting.push([what, values]);
    }
  }
}
