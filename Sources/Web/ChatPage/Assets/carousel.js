// Carousels: two buttons that scroll through the items, for users who do not drag.

import { element } from './dom.js';
import { say } from './words.js';

/** Adds the buttons below the scrolling items; they are visible if not all items fit. */
export function hydrateCarousel(scroller) {
  const turn = (direction) => () => scroller.scrollBy({ left: direction * ahead(scroller) * width(scroller), behavior: manner() });
  const back = stepper('‹', 'backward', turn(-1));
  const forth = stepper('›', 'forward', turn(1));
  const steps = element('div', { class: 'steps', hidden: true }, back, forth);
  const show = () => {
    const place = Math.abs(scroller.scrollLeft);
    const rest = scroller.scrollWidth - scroller.clientWidth;
    steps.hidden = rest < 2;
    // At the end of the range the button does nothing, but keeps the focus.
    back.setAttribute('aria-disabled', String(place < 4));
    forth.setAttribute('aria-disabled', String(place > rest - 4));
  };
  scroller.addEventListener('scroll', show, { passive: true });
  scroller.after(steps);
  new ResizeObserver(show).observe(scroller);
}

function stepper(sign, words, onclick) {
  return element(
    'button', { type: 'button', class: 'turner', 'aria-label': say(words), title: say(words), onclick },
    element('span', { 'aria-hidden': 'true' }, sign));
}

const ahead = (scroller) => (getComputedStyle(scroller).direction === 'rtl' ? -1 : 1);

/** The number of items that are fully visible, at least one. */
function width(scroller) {
  const item = scroller.querySelector('li');
  const gap = Number.parseFloat(getComputedStyle(item.parentElement).columnGap) || 0;
  const step = item.offsetWidth + gap;
  return step * Math.max(1, Math.floor((scroller.clientWidth + gap) / step));
}

const manner = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth');
