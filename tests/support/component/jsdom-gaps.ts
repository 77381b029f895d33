/** Adds what jsdom lacks: a desktop-sized screen with reduced motion, dialogs, and faster look-ups. */
import { configure } from "@testing-library/dom";
import { flushSync } from "react-dom";

/** `onPhone` of site/site.tsx narrows it. */
window.innerWidth = 1440;
const height = 900;

/** Supports widths in em and pixels, and reduced motion. */
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
// menus stay hidden while their button has no size
const place = { x: 0, y: 0, top: 0, left: 0, right: 10, bottom: 10, width: 10, height: 10 };
Object.assign(Element.prototype, {
  getBoundingClientRect: () => ({ ...place, toJSON: () => place }),
});
Object.defineProperties(Element.prototype, {
  clientWidth: { configurable: true, get: () => window.innerWidth },
  clientHeight: { configurable: true, get: () => height },
});
// focus and Escape as in a browser
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
 * Computed style from the element's own `style`, inherited visibility, and the browser's default hiding. jsdom's version
 * matches all rules of its style sheet, a third of the time of queries by role.
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

// jsdom's version walks through the page for each label
for (const { prototype } of [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement, HTMLButtonElement])
  Object.defineProperty(prototype, "labels", {
    configurable: true,
    get(this: HTMLElement) {
      const labels = Array.from(this.ownerDocument.getElementsByTagName("label"));
      return labels.filter(({ htmlFor }, n) => (htmlFor ? htmlFor === this.id : labels[n]?.contains(this)));
    },
  });

// a screen's code is transformed when it is first opened
configure({
  asyncUtilTimeout: 20_000,
  // renders before the test continues
  eventWrapper: (send) => flushSync(send),
  asyncWrapper: async (act) => {
    const result = await act();
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  },
  // without the page's HTML
  getElementError: (message) => new Error(message ?? "not found"),
});
