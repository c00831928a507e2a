// Files and pictures whose addresses expire after an hour; they are renewed when needed later.

import { element } from './dom.js';
import { percent, say, size } from './words.js';

/** Installs the listeners on the list of messages. */
export function refreshContent(log, session) {
  // Error events of pictures do not bubble.
  log.addEventListener('error', (event) => {
    const picture = event.target;
    if (!picture.matches('img, audio, video') || !picture.dataset.refresh || picture.dataset.again) return;
    picture.dataset.again = 'yes';
    renew(session, picture, 'src').catch(() => {});
  }, true);
  log.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-refresh]');
    if (!link) return;
    if (Date.parse(link.dataset.expires) < Date.now() + 10_000) {
      event.preventDefault();
      renew(session, link, 'href').then(() => link.click()).catch(() => {});
    } else if (link.querySelector('.waiting')) {
      event.preventDefault();
      show(link);
    }
  });
}

/** Shows, for a picture that is not fetched automatically, how to load it and its size. */
export function hydrateWaiting(waiting) {
  const name = element('span', { class: 'name', dir: 'auto' }, waiting.textContent);
  const bytes = Number(waiting.dataset.size);
  const words = [say('show'), bytes > 0 ? size(bytes) : undefined].filter(Boolean).join(' · ');
  waiting.replaceChildren(name, element('span', { class: 'load' }, words));
}

/** Loads a picture that is not fetched automatically, when the user asks for it: piece by piece, with its progress. */
async function show(link) {
  const waiting = link.querySelector('.waiting');
  if (waiting.querySelector('progress')) return;
  const name = waiting.querySelector('.name')?.textContent ?? waiting.textContent;
  const progress = element('progress', { max: '1', value: '0', 'aria-label': say('loading', { name }) });
  waiting.querySelector('.problem')?.remove();
  waiting.append(progress);
  try {
    const picture = await fetched(link.href, (fraction) => {
      progress.value = fraction;
      progress.title = percent(fraction);
    });
    const free = () => URL.revokeObjectURL(picture);
    waiting.replaceWith(element('img', { src: picture, alt: name, onload: free, onerror: free }));
  } catch {
    progress.remove();
    waiting.append(element('span', { class: 'problem', role: 'alert' }, say('wrong')));
  }
}

/** Fetches a file of the server as a blob URL of this page. */
async function fetched(address, tell) {
  const response = await fetch(address, { credentials: 'same-origin' });
  if (!response.ok) throw new Error(`the server says ${response.status}`);
  const length = Number(response.headers.get('Content-Length'));
  const pieces = [];
  let received = 0;
  for (const reader = response.body.getReader(); ;) {
    const { value, done } = await reader.read();
    if (done) break;
    pieces.push(value);
    received += value.length;
    if (length > 0) tell(received / length);
  }
  return URL.createObjectURL(new Blob(pieces, { type: response.headers.get('Content-Type') ?? '' }));
}

async function renew(session, piece, attribute) {
  const { pathname, search } = new URL(piece.dataset.refresh, location.href);
  const content = await session.request('GET', pathname + search);
  if (!content.download_url) throw new Error('it is not there');
  piece.dataset.expires = content.expiration ?? '';
  piece.setAttribute(attribute, content.download_url);
}
