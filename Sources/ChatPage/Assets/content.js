// Files and pictures whose addresses are good for an hour: had anew when they are wanted later.

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
    if (!link || Date.parse(link.dataset.expires) > Date.now() + 10_000) return;
    event.preventDefault();
    renew(session, link, 'href').then(() => link.click()).catch(() => {});
  });
}

async function renew(session, piece, attribute) {
  const content = await session.request('GET', new URL(piece.dataset.refresh, location.href).pathname);
  if (!content.download_url) throw new Error('it is not there');
  piece.dataset.expires = content.expiration ?? '';
  piece.setAttribute(attribute, content.download_url);
}
