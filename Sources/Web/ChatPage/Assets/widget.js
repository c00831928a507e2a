// The chat as a widget in another site: <script src="https://chat.example/chat/widget.js" async></script>.
// Attributes of the element say who the visitor is (data-token, data-name), in which language (data-language), where they come
// from (data-intent, data-group) and in which colour (data-accent). `window.Usher` opens, closes and signs in.
(() => {
  const script = document.currentScript;
  if (!script || window.Usher) return;
  const origin = new URL(script.src).origin;
  const told = script.dataset;
  const words = {
    en: ['Open the chat', 'Chat'], de: ['Chat öffnen', 'Chat'], fr: ['Ouvrir la discussion', 'Discussion'],
    es: ['Abrir el chat', 'Chat'], it: ['Apri la chat', 'Chat'], ja: ['チャットを開く', 'チャット'], ar: ['فتح المحادثة', 'محادثة'],
  };
  const language = (told.language || document.documentElement.lang || navigator.language || 'en').toLowerCase().split('-')[0];
  const [open, title] = words[language] ?? words.en;

  const host = document.createElement('div');
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { all: initial; }
    button, iframe { position: fixed; inset-inline-end: max(1rem, env(safe-area-inset-right)); z-index: 2147483000; border: 0; }
    button {
      inset-block-end: max(1rem, env(safe-area-inset-bottom)); width: 3.5rem; height: 3.5rem; padding: 0; border-radius: 50%;
      color: #fff; background: var(--accent, #0a66d6); box-shadow: 0 4px 18px rgb(0 0 0 / .25); cursor: pointer;
    }
    button:focus-visible { outline: 3px solid var(--accent, #0a66d6); outline-offset: 3px; }
    svg { width: 1.75rem; height: 1.75rem; fill: currentcolor; }
    .unread {
      position: absolute; inset-block-start: -.25rem; inset-inline-end: -.25rem; min-width: 1.4rem; padding: 0 .3rem;
      border-radius: 1rem; background: #b3261e; color: #fff; font: 600 .8rem/1.4rem system-ui, sans-serif; box-sizing: border-box;
    }
    iframe {
      inset-block-end: max(1rem, env(safe-area-inset-bottom)); width: min(25rem, calc(100vw - 2rem)); height: min(40rem, calc(100vh - 2rem));
      border-radius: 1rem; background: Canvas; box-shadow: 0 8px 40px rgb(0 0 0 / .3); color-scheme: light dark;
    }
    [hidden] { display: none; }
    @media (max-width: 30rem) { iframe { inset: 0; width: 100vw; height: 100dvh; border-radius: 0; } }
  `);
  shadow.adoptedStyleSheets = [sheet];
  const isColor = told.accent && CSS.supports('color', told.accent);
  if (isColor) host.style.setProperty('--accent', told.accent);

  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', open);
  button.setAttribute('aria-expanded', 'false');
  const space = 'http://www.w3.org/2000/svg';
  const picture = document.createElementNS(space, 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const shape = document.createElementNS(space, 'path');
  shape.setAttribute('d', 'M4 4h16a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-7l-5 4v-4H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2Z');
  picture.append(shape);
  const unread = document.createElement('span');
  unread.className = 'unread';
  unread.hidden = true;
  button.append(picture, unread);
  shadow.append(button);

  let frame;
  let isReady = false;
  let token = told.token;

  const say = (message) => frame?.contentWindow?.postMessage(message, origin);
  const tell = (name, detail) => script.dispatchEvent(new CustomEvent(`usher:${name}`, { detail, bubbles: true }));

  addEventListener('message', (event) => {
    if (!frame || event.source !== frame.contentWindow || event.origin !== origin || typeof event.data !== 'object') return;
    const { usher, ...detail } = event.data ?? {};
    if (usher === 'here') {
      isReady = true;
      const metadata = {};
      if (told.intent) metadata.intent = told.intent;
      if (told.group) metadata.group = told.group;
      say({
        usher: 'hello', token, name: told.name, language: told.language || document.documentElement.lang || undefined,
        accent: isColor ? told.accent : undefined, metadata,
      });
    } else if (usher === 'close') {
      Usher.close();
    } else if (usher === 'unread') {
      unread.textContent = String(detail.count);
      unread.hidden = !(detail.count > 0);
    } else if (usher === 'message' || usher === 'event') {
      tell(usher, detail);
    }
  });

  const Usher = {
    open() {
      if (!frame) {
        frame = document.createElement('iframe');
        frame.title = title;
        frame.allow = 'clipboard-write';
        frame.referrerPolicy = 'no-referrer';
        const address = new URL('/chat', origin);
        address.searchParams.set('widget', '1');
        address.searchParams.set('language', told.language || document.documentElement.lang || navigator.language);
        frame.src = address.href;
        shadow.append(frame);
      }
      frame.hidden = false;
      button.hidden = true;
      button.setAttribute('aria-expanded', 'true');
      frame.focus();
    },
    close() {
      if (frame) frame.hidden = true;
      button.hidden = false;
      button.setAttribute('aria-expanded', 'false');
      button.focus();
    },
    /** Sets the visitor's identity, with a token that the site has signed. */
    signIn(signed) {
      token = signed;
      if (isReady) say({ usher: 'sign-in', token: signed });
    },
  };
  window.Usher = Object.freeze(Usher);
  button.addEventListener('click', () => Usher.open());
  document.body.append(host);
})();
