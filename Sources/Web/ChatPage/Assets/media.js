// What a file is to whoever looks at the conversation: a picture, something to hear or to watch, or a file.

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
// A file that says nothing of itself for so long is sent as it is.
const patience = 5_000;

/** The type of the message that shows a file of this kind, as far as this browser can play it. */
export function messageType(kind) {
  if (pictures.has(kind)) return 'image';
  const family = kind.split('/')[0];
  const isPlayed = ['audio', 'video'].includes(family) && document.createElement(family).canPlayType(kind) !== '';
  return isPlayed ? family : 'file';
}

/**
 * How large a picture or a film is, so that its place is kept before it is there, and how long something takes; and as what it
 * is shown, since what only calls itself a film is a file.
 */
export async function measure(file, type) {
  try {
    if (type === 'image') return { type, measures: await measurePicture(file) };
    if (type === 'audio' || type === 'video') return { type, measures: await measureRecording(file, type) };
  } catch {
    return { type: type === 'image' ? type : 'file', measures: {} };
  }
  return { type, measures: {} };
}

async function measurePicture(file) {
  const picture = await createImageBitmap(file);
  const { width, height } = picture;
  picture.close();
  return { width, height };
}

async function measureRecording(file, type) {
  const player = document.createElement(type);
  const address = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      player.onloadedmetadata = resolve;
      player.onerror = reject;
      setTimeout(reject, patience);
      player.preload = 'metadata';
      player.src = address;
    });
    const { duration, videoWidth: width, videoHeight: height } = player;
    return {
      // Of what was recorded just now nobody knows how long it is.
      duration: Number.isFinite(duration) ? Math.round(duration * 100) / 100 : undefined,
      width: width || undefined, height: height || undefined,
    };
  } finally {
    player.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}
