// DOM elements, and HTML presented by the server.

/** Creates an element with its attributes, properties and content. */
export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...content.filter((piece) => piece !== undefined && piece !== null));
  return made;
}

// The only place where text becomes HTML: the output of the server's presenters, in which all texts are escaped.
const policy = window.trustedTypes?.createPolicy('usher', { createHTML: (html) => html });

const never = 'script, style, link, meta, base, iframe, frame, object, embed, template, noscript';
const origins = new Set([location.origin, ...(document.documentElement.dataset.pictures ?? '').split(' ').filter(Boolean)]);

/** A presented message as elements. Nothing in it is executed, and nothing is loaded from origins that are not allowed. */
export function presented(html) {
  // A document that is not displayed neither loads nor executes anything.
  const parsed = new DOMParser().parseFromString(policy ? policy.createHTML(html) : html, 'text/html');
  for (const strange of parsed.querySelectorAll(never)) strange.remove();
  for (const picture of parsed.querySelectorAll('img, audio, video')) {
    const address = picture.getAttribute('src');
    if (!isAllowed(address)) picture.replaceWith(linkTo(picture, parsed));
    else if (!isAllowed(picture.getAttribute('poster') ?? '/')) picture.removeAttribute('poster');
  }
  const piece = document.createDocumentFragment();
  piece.append(...[...parsed.body.childNodes].map((node) => document.importNode(node, true)));
  return piece;
}

function isAllowed(address) {
  try {
    const url = new URL(address ?? '', location.href);
    return url.protocol === 'data:' || url.protocol === 'blob:' || origins.has(url.origin);
  } catch {
    return false;
  }
}

/** A picture of a foreign server is not fetched, since that would reveal to it who reads what; a link shows its address. */
function linkTo(picture, parsed) {
  const address = picture.getAttribute('src') ?? '';
  const host = (() => { try { return new URL(address, location.href).host; } catch { return address; } })();
  const words = [picture.getAttribute('alt') ?? picture.getAttribute('aria-label'), host].filter(Boolean).join(' · ');
  const isLinked = picture.closest('a') || !/^https?:/i.test(address);
  const piece = parsed.createElement(isLinked ? 'span' : 'a');
  piece.className = 'elsewhere';
  piece.textContent = `${words} ↗`;
  if (!isLinked) {
    piece.href = address;
    piece.target = '_blank';
    piece.rel = 'noopener noreferrer';
  }
  return piece;
}

/** Generates a new id. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Announces a text to users of screen readers. */
export function announce(text) {
  const announcer = document.getElementById('announcer');
  // The same text is announced again only if it differs.
  announcer.textContent = announcer.textContent === text ? `${text}\u00a0` : text;
}
