// The sound for a conversation that waits for an answer: two notes, made here, so that no file is loaded.

export class Sound {
  #button;
  #context;
  isOn = true;

  /** @param button switches the sound on and off. */
  constructor(button) {
    this.#button = button;
    button.onclick = () => {
      this.isOn = !this.isOn;
      this.#show();
      if (this.isOn) this.play();
    };
    // Browsers play nothing before somebody has touched the page.
    for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, () => this.#wake(), { once: true });
    this.#show();
  }

  #wake() {
    try { this.#context ??= new AudioContext(); } catch { /* without a sound card there is no sound */ }
    this.#context?.resume?.().catch(() => {});
  }

  #show() { this.#button.setAttribute('aria-pressed', String(this.isOn)); }

  play() {
    if (!this.isOn) return;
    this.#button.dataset.played = String(Number(this.#button.dataset.played ?? 0) + 1);
    const context = this.#context;
    if (context?.state !== 'running') return;
    [[660, 0], [880, 0.16]].forEach(([tone, delay]) => {
      const begin = context.currentTime + delay;
      const [note, volume] = [context.createOscillator(), context.createGain()];
      note.frequency.value = tone;
      volume.gain.setValueAtTime(0, begin);
      volume.gain.linearRampToValueAtTime(0.12, begin + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.4);
      note.connect(volume).connect(context.destination);
      note.start(begin);
      note.stop(begin + 0.45);
    });
  }
}
