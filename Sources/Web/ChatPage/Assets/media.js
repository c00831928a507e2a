// How a file is shown in the conversation: as a picture, audio, video, or a file.

const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
// The time limit in milliseconds for reading a recording's metadata; after it the recording is sent as a plain file.
const patience = 5_000;

/** The type of the message that shows a file of this kind, if this browser can play it. */
export function messageType(kind) {
  if (pictures.has(kind)) return 'image';
  const family = kind.split('/')[0];
  const isPlayed = ['audio', 'video'].includes(family) && document.createElement(family).canPlayType(kind) !== '';
  return isPlayed ? family : 'file';
}

/**
 * Measures the size of a picture or a film, so that space is reserved before it has loaded, and the duration of audio
 * and video. Returns the type to show it as, since a file that only claims to be a film is shown as a file.
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
      // The duration of a fresh recording is unknown.
      duration: Number.isFinite(duration) ? Math.round(duration * 100) / 100 : undefined,
      width: width || undefined, height: height || undefined,
    };
  } finally {
    player.removeAttribute('src');
    URL.revokeObjectURL(address);
  }
}
