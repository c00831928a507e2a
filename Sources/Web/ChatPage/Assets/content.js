// Files and pictures whose addresses are good for an hour: had anew when they are wanted later.

import { element } from './dom.js';
import { percent, say, size } from './words.js';

/** Listens on the list of messages. */
export function refreshContent(log, session) {
  // Errors of pictures do not bubble.
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

/** Says below a picture that no rule fetches how it is had, and how large it is. */
export function hydrateWaiting(waiting) {
  const name = element('span', { class: 'name', dir: 'auto' }, waiting.textContent);
  const bytes = Number(waiting.dataset.size);
  const words = [say('show'), bytes > 0 ? size(bytes) : undefined].filter(Boolean).join(' · ');
  waiting.replaceChildren(name, element('span', { class: 'load' }, words));
}

/** A picture that no rule fetches, now that somebody wants to see it: it comes piece by piece, and one sees how far it is. */
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

/** A file of ours as an address of this page. */
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
