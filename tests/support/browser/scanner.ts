/** A barcode scanner: fast key presses, even on a busy machine. */
import type { CDPSession, Page } from "playwright-core";

const scanners = new WeakMap<Page, Promise<CDPSession>>();

/** The console takes gaps of up to 0.06 seconds for a scanner. */
const secondsBetweenKeys = 0.005;

const codeOf = (character: string): string => {
  if (/[a-z]/i.test(character)) return `Key${character.toUpperCase()}`;
  if (/\d/.test(character)) return `Digit${character}`;
  return { "-": "Minus", "?": "Slash" }[character] ?? "";
};

/** Types a code and Enter into the focused element, with the timestamps of a scanner. */
export async function scanInto(page: Page, code: string): Promise<void> {
  const opened = scanners.get(page) ?? page.context().newCDPSession(page);
  scanners.set(page, opened);
  const scanner = await opened;
  const began = Date.now() / 1000;
  const keys = [...code].map((key) => ({
    key,
    code: codeOf(key),
    text: key,
    modifiers: /[A-Z?]/.test(key) ? 8 : 0,
  }));
  const all = [...keys, { key: "Enter", code: "Enter", text: "\r", modifiers: 0 }];
  const sent = all.flatMap((key, at) => {
    const windowsVirtualKeyCode = key.key === "Enter" ? 13 : key.key.toUpperCase().charCodeAt(0);
    const press = { ...key, windowsVirtualKeyCode, timestamp: began + at * secondsBetweenKeys };
    // sent without waiting for one another, as a round trip takes longer than a scanner
    return (["keyDown", "keyUp"] as const).map((type) =>
      scanner.send("Input.dispatchKeyEvent", { ...press, type }),
    );
  });
  await Promise.all(sent);
}
