/** Shows items in turn. The previous item stays until the next one is ready. */
import type { Feed } from "./feed.ts";
import { type Item, isCurrent, itemAfter, keyOf } from "./schedule.ts";
import { fitText, idleSlide, prepare, type Slide } from "./slides.ts";

const tickMs = 200;
const fadeMs = 600;

interface Shown {
  readonly item: Item | undefined;
  readonly key: string;
  readonly slide: Slide;
  readonly since: number;
}

interface Upcoming {
  readonly key: string;
  readonly slide: Promise<Slide | undefined>;
}

const idleKey = "idle";

export class Stage {
  readonly #root: HTMLElement;
  readonly #feed: Feed;
  #shown: Shown | undefined;
  /** The last item, from which the order continues. */
  #last: { item: Item; place: number } | undefined;
  #upcoming: Upcoming | undefined;
  #isBusy = false;

  constructor(root: HTMLElement, feed: Feed) {
    this.#root = root;
    this.#feed = feed;
  }

  start(): void {
    setInterval(() => void this.#tick(), tickMs);
    addEventListener("resize", () => this.#shown && fitText(this.#shown.slide.element));
    void this.#tick();
  }

  /** Current items; uncached files only if there is nothing else. */
  #items(): Item[] {
    const now = this.#feed.now();
    const items = (this.#feed.playlist?.items ?? []).filter(
      (item) => isCurrent(item, now) && !this.#feed.isBroken(item),
    );
    const cached = items.filter((item) => this.#feed.isCached(item));
    return cached.length > 0 ? cached : items;
  }

  #isOver(shown: Shown, items: readonly Item[]): boolean {
    if (!shown.item) return items.length > 0;
    const state = shown.slide.state();
    if (state === "broken") this.#feed.markBroken(shown.item);
    const isGone = !items.some((item) => keyOf(item) === shown.key);
    return isGone || state !== "showing" || Date.now() - shown.since >= shown.item.seconds * 1_000;
  }

  async #tick(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      const items = this.#items();
      const next = itemAfter(items, this.#last);
      if (!this.#shown || this.#isOver(this.#shown, items)) await this.#advance(items, next);
      else if (next) this.#prepare(next);
    } finally {
      this.#isBusy = false;
    }
  }

  #prepare(item: Item): Promise<Slide | undefined> {
    const key = keyOf(item);
    if (this.#upcoming?.key === key) return this.#upcoming.slide;
    const slide = key === this.#shown?.key ? Promise.resolve(this.#shown.slide) : this.#make(item);
    this.#upcoming = { key, slide };
    return slide;
  }

  async #make(item: Item): Promise<Slide | undefined> {
    try {
      return await prepare(item);
    } catch {
      this.#feed.markBroken(item);
      return undefined;
    }
  }

  async #advance(items: readonly Item[], next: Item | undefined): Promise<void> {
    if (!next) return this.#idle();
    const slide = await this.#prepare(next);
    this.#upcoming = undefined;
    this.#last = { item: next, place: items.indexOf(next) };
    if (slide) this.#show({ item: next, key: keyOf(next), slide, since: Date.now() });
  }

  #idle(): void {
    const { configuration } = this.#feed;
    if (!configuration || this.#shown?.key === idleKey) return;
    const slide = idleSlide(configuration);
    this.#show({ item: undefined, key: idleKey, slide, since: Date.now() });
  }

  #show(shown: Shown): void {
    const before = this.#shown?.slide.element;
    const { element } = shown.slide;
    this.#shown = shown;
    if (before !== element) {
      this.#root.append(element);
      fitText(element);
      setTimeout(() => before?.remove(), fadeMs);
    }
    shown.slide.start();
  }
}
