import { useEffect, useRef } from "react";
import { fastestTypingMs, isTyping } from "./use-shortcuts.ts";

type Scan = (text: string) => void;

/** Who takes a scan: what was put on the screen last. */
const takers: { readonly current: Scan }[] = [];

const shortest = 3;
let text = "";
let last = 0;

function listen(event: KeyboardEvent): void {
  if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.timeStamp - last > fastestTypingMs) text = "";
  last = event.timeStamp;
  if (event.key === "Enter") {
    const scanned = text;
    text = "";
    if (scanned.length < shortest) return;
    event.preventDefault();
    event.stopPropagation();
    takers.at(-1)?.current(scanned);
  } else if (event.key.length === 1) text += event.key;
}

/**
 * Takes what a barcode scanner types while no field has the focus; Enter ends it. Of several that are on the screen
 * the last one takes it.
 */
export function useScanner(onScan: Scan): void {
  const taker = useRef(onScan);
  taker.current = onScan;
  useEffect(() => {
    // before a button that has the focus takes the Enter for a click
    if (takers.length === 0) addEventListener("keydown", listen, true);
    takers.push(taker);
    return () => {
      takers.splice(takers.indexOf(taker), 1);
      if (takers.length === 0) removeEventListener("keydown", listen, true);
    };
  }, []);
}
