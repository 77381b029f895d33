/**
 * The lobby player: shows the current playlist, follows changes, plays offline
 * (docs/decisions/signage/lobby-player.md).
 */
import "./player.css";
import { cacheShell, Feed } from "./feed.ts";
import { Stage } from "./stage.ts";
import { Ticker } from "./ticker.ts";

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** White or black, whichever is readable; not shared with #browser/contrast.ts, to keep the player in one file. */
function readableOn(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue <= 0.1833 ? "#fff" : "#000";
}

function applyBrand({ configuration }: Feed): void {
  if (!configuration) return;
  const { brandColor, customerCompany } = configuration;
  document.title = customerCompany.ko;
  if (!/^#[0-9a-f]{6}$/i.test(brandColor)) return;
  document.documentElement.style.setProperty("--brand", brandColor);
  document.documentElement.style.setProperty("--on-brand", readableOn(brandColor));
}

/** Keeps the screen on; the wake lock is lost while the page is hidden. */
function stayAwake(): void {
  const ask = () => {
    if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
  };
  document.addEventListener("visibilitychange", ask);
  ask();
}

/** Browsers allow full screen only after user input. */
const fillScreen = () => void document.documentElement.requestFullscreen?.().catch(() => undefined);

addEventListener("click", fillScreen);
addEventListener("keydown", ({ key }) => key === "f" && fillScreen());
stayAwake();

const feed = new Feed();
await feed.start();
applyBrand(feed);
setInterval(() => applyBrand(feed), 5_000);
new Ticker(find("ticker"), feed).start();
new Stage(find("stage"), feed).start();
void cacheShell().catch(() => undefined);
