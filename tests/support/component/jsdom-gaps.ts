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

/**
 * An element's own `style` with what a browser's style sheet hides, and what is inherited of being seen. jsdom's asks all
 * rules of its style sheet for each element, which is a third of the time of finding something by its role.
 */
const undrawn = new Set("HEAD TITLE META LINK SCRIPT STYLE TEMPLATE DATALIST NOSCRIPT".split(" "));
const inherited = new Set(["visibility", "pointer-events", "direction"]);
const initial: Record<string, string> = { visibility: "visible", "pointer-events": "auto", direction: "ltr" };

const isHidden = (element: Element): boolean =>
  undrawn.has(element.tagName) ||
  element.hasAttribute("hidden") ||
  (element.tagName === "DIALOG" && !element.hasAttribute("open")) ||
  (element.tagName === "INPUT" && element.getAttribute("type") === "hidden");

function styleOf(element: Element, name: string): string {
  const own = (element as HTMLElement).style?.getPropertyValue(name) ?? "";
  if (own !== "" && own !== "inherit") return own;
  if (name === "display") return isHidden(element) ? "none" : "block";
  if (!inherited.has(name)) return "";
  return element.parentElement ? styleOf(element.parentElement, name) : (initial[name] ?? "");
}

const dashed = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

window.getComputedStyle = (element, pseudo) =>
  new Proxy({} as CSSStyleDeclaration, {
    get(_, name) {
      if (name === "getPropertyValue") return (asked: string) => (pseudo ? "" : styleOf(element, asked));
      return typeof name === "string" && !pseudo ? styleOf(element, dashed(name)) : "";
    },
  });

// jsdom's asks every label of the page for its control, by walking through the page
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, "labels", {
    configurable: true,
    get(this: HTMLElement) {
      const labels = Array.from(this.ownerDocument.getElementsByTagName("label"));
      return labels.filter(({ htmlFor }, n) => (htmlFor ? htmlFor === this.id : labels[n]?.contains(this)));
    },
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
