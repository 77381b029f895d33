/** What jsdom lacks and our pages ask for. Everything is drawn as on a desktop screen, without movement. */
import { configure } from "@testing-library/dom";
import { flushSync } from "react-dom";

/** A test of the public site may make it a phone's. */
window.innerWidth = 1440;
const height = 900;

/** Answers about the width in em and pixels, and that movement is unwanted. */
function matches(query: string): boolean {
  if (query.includes("prefers-reduced-motion")) return query.includes("reduce");
  const [, bound, number = "0", unit] = /\((min|max)-width: ?([\d.]+)(em|px)\)/.exec(query) ?? [];
  const pixels = Number(number) * (unit === "em" ? 16 : 1);
  return (bound === "min" && window.innerWidth >= pixels) || (bound === "max" && window.innerWidth <= pixels);
}

class Quiet extends EventTarget {
  close(): void {}
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

const lacking = {
  matchMedia: (media: string) => Object.assign(new Quiet(), { media, matches: matches(media) }),
  ResizeObserver: Quiet,
  IntersectionObserver: Quiet,
  EventSource: Object.assign(Quiet, { CONNECTING: 0, OPEN: 1, CLOSED: 2 }),
  scrollTo: () => {},
};
Object.assign(window, lacking);
Object.assign(Element.prototype, { scrollIntoView: () => {}, scrollTo: () => {}, getAnimations: () => [] });
// a menu whose button has no place on the screen is not shown
const place = { x: 0, y: 0, top: 0, left: 0, right: 10, bottom: 10, width: 10, height: 10 };
Object.assign(Element.prototype, {
  getBoundingClientRect: () => ({ ...place, toJSON: () => place }),
});
Object.defineProperties(Element.prototype, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => height },
});
// where the focus goes, and what Escape does, is the browser's part
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
Object.defineProperty(navigator, "locks", {
  configurable: true,
  value: { request: () => new Promise(() => {}) },
});
Object.defineProperty(document, "fonts", {
  configurable: true,
  value: Object.assign(new Quiet(), { ready: Promise.resolve() }),
});

// the code of a screen is made ready when it is first opened
configure({
  asyncUtilTimeout: 20_000,
  // what an event changes is drawn before the test goes on, as before a person's next press
  eventWrapper: (send) => flushSync(send),
  asyncWrapper: async (act) => {
    const result = await act();
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  },
  // without the whole page behind every message
  getElementError: (message) => new Error(message ?? "not found"),
});
