import { useEffect, useRef } from "react";
import { isTextField, rememberField } from "./field-content.ts";
import { characterOf, detectScan, emptyBurst, nextBurst } from "./scan-detection.ts";

/** @returns whether the scan was handled; otherwise the next handler gets it */
type ScanHandler = (text: string) => boolean | Promise<boolean>;

/** The last mounted handler gets a scan first. */
const handlers: { readonly current: ScanHandler }[] = [];

let burst = emptyBurst;
let restoreField: () => void = () => undefined;

async function dispatch(text: string): Promise<void> {
  for (const handler of [...handlers].reverse()) if (await handler.current(text)) return;
}

function listen(event: KeyboardEvent): void {
  const { code, ctrlKey, metaKey, altKey, target, timeStamp: at } = event;
  if (ctrlKey || metaKey || altKey) {
    burst = emptyBurst;
    return;
  }
  if (code === "Enter" || code === "NumpadEnter" || event.key === "Enter") {
    const scanned = detectScan(burst, at, isTextField(target));
    burst = emptyBurst;
    if (scanned === undefined) return;
    // Enter must not press a button or submit a form
    event.preventDefault();
    event.stopImmediatePropagation();
    const isComposing = event.isComposing && target instanceof HTMLElement;
    // commit the IME composition before restoring the field
    if (isComposing) target.blur();
    restoreField();
    if (isComposing) target.focus();
    void dispatch(scanned);
    return;
  }
  const character = characterOf(event);
  if (character === undefined) return;
  burst = nextBurst(burst, character, at);
  if (burst.text === character) restoreField = rememberField(isTextField(target) ? target : null);
}

interface Options {
  /** Gets scans after all other handlers. */
  readonly isLast?: boolean;
}

/**
 * Handles barcode scans, wherever the focus is. Scanners type the code followed by Enter; a field that received the code
 * is restored.
 */
export function useScanner(onScan: ScanHandler, { isLast = false }: Options = {}): void {
  const handler = useRef(onScan);
  handler.current = onScan;
  useEffect(() => {
    // capture phase: before the focused element handles Enter
    addEventListener("keydown", listen, true);
    if (isLast) handlers.unshift(handler);
    else handlers.push(handler);
    return () => {
      handlers.splice(handlers.indexOf(handler), 1);
      if (handlers.length === 0) removeEventListener("keydown", listen, true);
    };
  }, [isLast]);
}
