// Files and pictures whose addresses are good for an hour: had anew when they are wanted later.

import { element } from './dom.js';

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

/** A picture that no rule fetches, now that somebody wants to see it. */
function show(link) {
  const waiting = link.querySelector('.waiting');
  const { expires, refresh } = link.dataset;
  waiting.replaceWith(element('img', { src: link.href, alt: waiting.textContent, 'data-expires': expires, 'data-refresh': refresh }));
}

async function renew(session, piece, attribute) {
  const content = await session.request('GET', new URL(piece.dataset.refresh, location.href).pathname);
  if (!content.download_url) throw new Error('it is not there');
  piece.dataset.expires = content.expiration ?? '';
  piece.setAttribute(attribute, content.download_url);
}
