/** The tip over the timeline: the sentence of what is under the pointer. Screen readers have the log and the play-head. */
import { count, simTime } from '../../derive/words/numbers.ts';
import type { TimelinePicture } from './picture.ts';
import { faultAt, flagAt, markAt } from './under-pointer.ts';

const WIDTH = 280;
const AWAY = 8;

export class Tip {
  private readonly element: HTMLElement;

  constructor(element: HTMLElement) {
    this.element = element;
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** @param sentence of a step */
  show(p: TimelinePicture, x: number, y: number, sentence: (step: number) => string): void {
    const step = p.layout.slim ? undefined : (flagAt(p, x, y) ?? markAt(p, x, y));
    const fault = step === undefined && !p.layout.slim ? faultAt(p, x, y) : undefined;
    const told = step ?? fault;
    if (told === undefined) {
      this.hide();
      return;
    }
    const name = p.bookmarks.find((one) => one.step === step && y <= p.layout.overviewTop)?.name;
    const { element } = this;
    element.hidden = false;
    const head = document.createElement('b');
    head.className = 'num';
    head.textContent = `${count(told)}  ${simTime(p.trace.time(told))}${name === undefined ? '' : `  ${name}`}`;
    element.replaceChildren(head, document.createTextNode(told === 0 ? '' : sentence(told)));
    element.style.left = `${String(Math.max(4, Math.min(x - 24, p.layout.width - WIDTH - 4)))}px`;
    element.style.bottom = `${String(p.layout.height - y + AWAY)}px`;
  }
}
