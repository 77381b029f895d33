/** The ticker at the bottom, with the clock. */
import type { Feed } from "./feed.ts";
import { type FlowText, isCurrent, keyOf } from "./schedule.ts";

/** Seconds for a text to cross the screen. */
const crossingSeconds = 14;

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

const both = ({ text, enText }: FlowText): string[] => (enText ? [text, enText] : [text]);

export class Ticker {
  readonly #bar: HTMLElement;
  readonly #track: HTMLElement;
  readonly #clock: HTMLElement;
  readonly #feed: Feed;
  #shown = "";
  #paging: ReturnType<typeof setInterval> | undefined;

  constructor(bar: HTMLElement, feed: Feed) {
    const part = (selector: string) => {
      const found = bar.querySelector<HTMLElement>(selector);
      if (!found) throw new Error(`no ${selector}`);
      return found;
    };
    this.#bar = bar;
    this.#track = part("#track");
    this.#clock = part("#clock");
    this.#feed = feed;
  }

  start(): void {
    const show = () => this.#show();
    setInterval(show, 500);
    const again = () => {
      this.#shown = "";
      show();
    };
    stillness.addEventListener("change", again);
    addEventListener("resize", again);
    show();
  }

  #show(): void {
    const now = this.#feed.now();
    this.#clock.textContent = now.slice(11);
    const texts = (this.#feed.playlist?.flowTexts ?? []).filter((text) => isCurrent(text, now));
    const key = texts.map(keyOf).join();
    if (key === this.#shown) return;
    this.#shown = key;
    clearInterval(this.#paging);
    this.#bar.hidden = texts.length === 0;
    if (texts.length === 0) this.#track.replaceChildren();
    else if (stillness.matches) this.#page(texts);
    else this.#run(texts);
  }

  #run(texts: readonly FlowText[]): void {
    const line = document.createElement("span");
    for (const [index, words] of texts.flatMap(both).entries()) {
      const dot = document.createElement("i");
      dot.textContent = "·";
      line.append(...(index > 0 ? [dot] : []), words);
    }
    this.#track.replaceChildren(line);
    const [from, length] = [this.#track.clientWidth, line.offsetWidth];
    const seconds = ((from + length) / Math.max(1, from)) * crossingSeconds;
    line.animate([{ transform: `translateX(${from}px)` }, { transform: `translateX(${-length}px)` }], {
      duration: seconds * 1_000,
      iterations: Number.POSITIVE_INFINITY,
    });
  }

  /** Reduced motion: shows one line at a time for its configured seconds. */
  #page(texts: readonly FlowText[]): void {
    const pages = texts.flatMap((text) => both(text).map((words) => ({ words, seconds: text.seconds })));
    let index = -1;
    let until = 0;
    const turn = () => {
      if (Date.now() < until) return;
      const { scrollTop, clientHeight, scrollHeight } = this.#track;
      const isMore = index >= 0 && scrollTop + clientHeight * 1.5 < scrollHeight;
      if (isMore) this.#track.scrollTop = scrollTop + clientHeight;
      else {
        index = (index + 1) % pages.length;
        const line = document.createElement("span");
        line.className = "paged";
        line.textContent = pages[index]?.words ?? "";
        this.#track.replaceChildren(line);
        this.#track.scrollTop = 0;
      }
      until = Date.now() + (pages[index]?.seconds ?? 0) * 1_000;
    };
    turn();
    this.#paging = setInterval(turn, 500);
  }
}
