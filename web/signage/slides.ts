/** The rendered element of an item. */
import type { PublicConfiguration } from "#contract/site/configuration.ts";
import type { Item } from "./schedule.ts";

export interface Slide {
  readonly element: HTMLElement;
  /** Starts playback. */
  start(): void;
  /** `over` at the end of a video; `broken` after an error or a long stall. */
  readonly state: () => "showing" | "over" | "broken";
}

const timeoutMs = 10_000;

function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className = "",
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

const staticSlide = (element: HTMLElement): Slide => ({ element, start() {}, state: () => "showing" });

/** Renders lines; the first of several is the headline. */
function linesOf(text: string): HTMLElement[] {
  const [first = "", ...rest] = text.split("\n");
  const others = rest.join("\n").trim();
  if (others === "") return [createElement("p", first.length <= 60 ? "headline" : "", first)];
  return [createElement("p", "headline", first), createElement("p", "", others)];
}

/** Enlarges a text to fit its layer. */
export function fitText(layer: HTMLElement): void {
  const lines = layer.querySelector<HTMLElement>(".lines");
  if (!lines) return;
  const style = getComputedStyle(layer);
  const availableHeight =
    layer.clientHeight - Number.parseFloat(style.paddingTop) - Number.parseFloat(style.paddingBottom);
  for (let size = 1.35; size > 0.2; size *= 0.94) {
    lines.style.setProperty("--fit", size.toFixed(3));
    if (lines.scrollHeight <= availableHeight + 1 && lines.scrollWidth <= lines.clientWidth + 1) return;
  }
}

function textSlide({ text, enText }: Item): Slide {
  const lines = createElement("div", "lines", ...linesOf(text));
  if (enText) {
    const english = createElement("div", "", ...linesOf(enText));
    english.lang = "en";
    lines.append(english);
  }
  return staticSlide(createElement("div", "layer text", lines));
}

async function imageSlide({ title, file }: Item): Promise<Slide> {
  const image = createElement("img");
  image.alt = title;
  image.src = file?.url ?? "";
  await image.decode();
  return staticSlide(createElement("div", "layer media", image));
}

function videoSlide({ title, file }: Item): Promise<Slide> {
  const video = createElement("video");
  video.muted = true;
  video.playsInline = true;
  video.preload = "auto";
  video.disablePictureInPicture = true;
  video.setAttribute("aria-label", title);
  video.src = file?.url ?? "";
  let progress = { at: 0, when: 0 };
  const state = () => {
    if (video.error) return "broken" as const;
    if (video.ended) return "over" as const;
    if (video.currentTime !== progress.at || progress.when === 0)
      progress = { at: video.currentTime, when: Date.now() };
    return Date.now() - progress.when > timeoutMs ? ("broken" as const) : ("showing" as const);
  };
  const slide: Slide = {
    element: createElement("div", "layer media", video),
    start() {
      progress = { at: 0, when: 0 };
      video.currentTime = 0;
      video.play().catch(() => undefined);
    },
    state,
  };
  return new Promise((resolve, reject) => {
    video.addEventListener("canplay", () => resolve(slide), { once: true });
    video.addEventListener("error", () => reject(new Error("broken")), { once: true });
  });
}

/** Slide with logo and company, shown without items. */
export function idleSlide({ customerCompany }: PublicConfiguration): Slide {
  const image = createElement("img");
  image.alt = "";
  image.src = "/custom/logo?lang=ko";
  const logo = createElement("div", "logo", image);
  image.addEventListener("error", () => logo.remove());
  const name = createElement("p", "", customerCompany.ko);
  const english = createElement("p", "", customerCompany.en);
  english.lang = "en";
  const isTwice = customerCompany.en === "" || customerCompany.en === customerCompany.ko;
  return staticSlide(createElement("div", "layer idle", logo, name, ...(isTwice ? [] : [english])));
}

/** Creates the slide of an item. @throws when it cannot be shown or loading times out */
export function prepare(item: Item): Promise<Slide> {
  if (item.type === "text") return Promise.resolve(textSlide(item));
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("timeout")), timeoutMs);
  });
  return Promise.race([item.type === "image" ? imageSlide(item) : videoSlide(item), timeout]);
}
