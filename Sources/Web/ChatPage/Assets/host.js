// The site around the widget: who its visitor is, and what happens in the chat.

const root = document.documentElement;
const allowed = (root.dataset.origins ?? '').split(' ').filter(Boolean);

export const isWidget = root.classList.contains('widget');

/** The site that shows the widget. Only sites that may show it are heard. */
export class Host {
  #origin;
  #waiting = [];
  onsignin = () => {};

  /** Waits for the site to say who its visitor is; on our own page nobody does. */
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
      // Says nothing but that the page is there.
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
