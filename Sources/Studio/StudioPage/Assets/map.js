// The map of a flow: drawn from data, as elements, so that no markup is parsed.

import { t } from './words.js';

const svg = 'http://www.w3.org/2000/svg';
const margin = 12;

function draw(name, attributes = {}, ...content) {
  const made = document.createElementNS(svg, name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined && value !== null) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

// As the layout measures boxes.
const lineHeight = 16;
const titleHeight = 30;

export class FlowMap {
  #place;
  #listener;
  #map;
  #picture;
  #boxes = new Map();
  #routes = new Map();
  #here;
  #scale = 1;
  #chosen;
  #missing = new Map();
  #changes = new Map();

  /** @param listener `choose(box)` for a box that was clicked, `go(box)` for its text. */
  constructor(place, listener) {
    this.#place = place;
    this.#listener = listener;
  }

  get flow() { return this.#map?.flow; }

  /** The box of a step, if it is on this map. */
  box(flow, step) { return this.#map?.boxes.find((one) => one.flow === flow && one.step === step); }

  get chosen() { return this.#chosen && this.#map?.boxes.find((box) => box.id === this.#chosen); }

  /** Draws a map; the first box in view stays where it is, and the one that has the focus or was chosen keeps that. */
  show(map) {
    const isSame = this.#map?.flow === map.flow;
    const kept = isSame ? this.#inView() : undefined;
    const focused = isSame ? [...this.#boxes].find(([, group]) => group === document.activeElement)?.[0] : undefined;
    if (!isSame) this.#chosen = undefined;
    this.#map = map;
    this.#boxes.clear();
    this.#routes.clear();
    const picture = draw('svg', {
      viewBox: `${-margin} ${-margin} ${map.width + 2 * margin} ${map.height + 2 * margin}`, role: 'group',
      'aria-label': t('Map of {flow}', { flow: map.flow }),
    });
    const arrow = draw('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto' },
      draw('path', { d: 'M0 0L8 4L0 8z', class: 'arrow' }));
    picture.append(draw('defs', {}, arrow));
    for (const route of map.routes) {
      const line = draw('path', {
        d: route.path, class: `route${route.exit ? ' exit' : ''}${route.back ? ' back' : ''}`, 'marker-end': 'url(#arrow)',
      });
      this.#routes.set(route.id, line);
      picture.append(line);
    }
    for (const box of map.boxes) picture.append(this.#box(box));
    this.#picture = picture;
    this.#resize();
    this.#place.replaceChildren(picture);
    this.#boxes.get(focused)?.focus({ preventScroll: true });
    if (kept) this.#restore(kept);
    this.#markChosen();
    if (this.#here) this.follow(this.#here, false);
    this.#markUncovered();
    this.changes(this.#changes);
  }

  #box(box) {
    const leads = box.ports.map((port) => t('{answer} leads to {step}', { answer: port.labels.join(', ') || t('then'), step: port.to })).join('; ');
    const group = draw('g', {
      class: `box ${box.kind}`, transform: `translate(${box.x} ${box.y})`, tabindex: box.step ? 0 : undefined,
      role: box.step ? 'button' : 'img', 'data-step': box.step,
      'aria-label': [box.title, ...(box.words ?? box.text), ...(box.counts ?? []), leads].filter(Boolean).join('. '),
    });
    group.append(draw('rect', { width: box.width, height: box.height, rx: 8 }));
    const isSign = !box.step || ['end', 'back', 'resume', 'entry'].includes(box.kind);
    const title = draw('text', { x: 14, y: isSign ? 16 : 20, class: isSign ? 'sign' : 'title' });
    title.textContent = box.title;
    group.append(title);
    if (!isSign) {
      const first = Math.min(...box.ports.filter((port) => port.height > 0).map((port) => port.top), box.height);
      (box.text ?? []).forEach((words, index) => {
        const y = titleHeight + index * lineHeight + 12;
        if (y > first + 2 && first < box.height) return;
        const line = draw('text', { x: 14, y, class: 'words' });
        line.textContent = words;
        group.append(line);
      });
      (box.counts ?? []).forEach((words, index) => {
        const line = draw('text', { x: 14, y: titleHeight + (box.text.length + index) * lineHeight + 12, class: 'count' });
        line.textContent = words;
        group.append(line);
      });
      for (const port of box.ports.filter((one) => one.height > 0)) {
        group.append(draw('line', { x1: 0, x2: box.width, y1: port.top, y2: port.top, class: 'rule' }));
        port.text.forEach((words, index) => {
          const line = draw('text', { x: 14, y: port.top + 16 + index * lineHeight, class: 'port', 'data-port': port.id });
          line.textContent = words;
          group.append(line);
        });
        if (port.count) {
          const count = draw('text', { x: box.width - 12, y: port.top + 16, class: 'count', 'text-anchor': 'end' });
          count.textContent = port.count;
          group.append(count);
        }
      }
    }
    group.addEventListener('click', () => this.#choose(box, true));
    group.addEventListener('keydown', (key) => {
      if (key.key !== 'Enter' && key.key !== ' ') return;
      key.preventDefault();
      this.#choose(box, true);
    });
    this.#boxes.set(box.id, group);
    return group;
  }

  #choose(box, goes) {
    if (!box.step) return;
    this.#chosen = box.id;
    this.#markChosen();
    this.#listener.choose(box, goes);
  }

  #markChosen() {
    for (const [id, group] of this.#boxes) group.classList.toggle('chosen', id === this.#chosen);
  }

  /** Shows where the text is edited. A cursor that has moved there chooses the step; one on a map that was drawn again does not. */
  cursor(file, line, hasMoved = true) {
    const box = this.#map?.file === file
      && this.#map.boxes.find((one) => one.lines && one.flow === this.#map.flow && one.lines[0] <= line && line <= one.lines[1]);
    for (const [id, group] of this.#boxes) group.classList.toggle('edited', id === box?.id);
    if (box && (hasMoved || !this.chosen)) {
      this.#choose(box, false);
      if (hasMoved) this.#scrollTo(this.#boxes.get(box.id));
    }
  }

  /** Shows where the phone is, and how it came there. */
  follow(play, scrolls = true) {
    this.#here = play;
    const at = play.at?.flow === this.#map?.flow ? play.at.step : undefined;
    for (const [id, group] of this.#boxes) {
      group.classList.toggle('here', id === at);
      if (id === at) group.setAttribute('aria-current', 'step'); else group.removeAttribute('aria-current');
    }
    const passed = new Set(play.turns.flatMap((turn) => turn.moves)
      .filter((move) => move.from?.flow === this.#map?.flow && move.route).map((move) => move.route));
    for (const [id, line] of this.#routes) line.classList.toggle('passed', passed.has(id));
    if (scrolls && at) this.#scrollTo(this.#boxes.get(at));
  }

  /** Shows the steps that no test has passed: sets of them, by flow. */
  uncovered(missing) {
    this.#missing = missing;
    this.#markUncovered();
  }

  #markUncovered() {
    const steps = this.#missing.get(this.#map?.flow);
    for (const [id, group] of this.#boxes) group.classList.toggle('uncovered', steps?.has(id) ?? false);
  }

  /** Colours the steps that differ from the published flows: a map from steps to `added`, `changed` or `renamed`. */
  changes(changes) {
    this.#changes = changes;
    for (const [id, group] of this.#boxes) {
      const change = changes.get(id);
      if (change) group.setAttribute('data-change', change); else group.removeAttribute('data-change');
    }
  }

  scale(factor) {
    this.#scale = Math.min(2, Math.max(.3, this.#scale * factor));
    this.#resize();
  }

  #resize() {
    if (!this.#picture) return;
    this.#picture.setAttribute('width', (this.#map.width + 2 * margin) * this.#scale);
    this.#picture.setAttribute('height', (this.#map.height + 2 * margin) * this.#scale);
  }

  /** Scrolls as little as shows a box with some room around it. */
  #scrollTo(group) {
    if (!group) return;
    const frame = this.#place.getBoundingClientRect();
    const own = group.getBoundingClientRect();
    const room = 36;
    const move = (start, end, from, to) => {
      if (end - start > to - from - 2 * room || start < from + room) return start - from - room;
      return Math.max(0, end - to + room);
    };
    this.#place.scrollBy(move(own.left, own.right, frame.left, frame.right), move(own.top, own.bottom, frame.top, frame.bottom));
  }

  #inView() {
    const frame = this.#place.getBoundingClientRect();
    for (const [id, group] of this.#boxes) {
      const own = group.getBoundingClientRect();
      if (own.left >= frame.left && own.top >= frame.top && own.right <= frame.right && own.bottom <= frame.bottom) {
        return { id, x: own.left - frame.left, y: own.top - frame.top };
      }
    }
    return undefined;
  }

  #restore({ id, x, y }) {
    const own = this.#boxes.get(id)?.getBoundingClientRect();
    if (!own) return;
    const frame = this.#place.getBoundingClientRect();
    this.#place.scrollLeft += own.left - frame.left - x;
    this.#place.scrollTop += own.top - frame.top - y;
  }
}
