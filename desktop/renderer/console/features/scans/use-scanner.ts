import { useEffect, useRef } from "react";
import { isTyping, rememberField } from "./field-before.ts";
import { characterOf, nextBurst, noBurst, scanOf } from "./recognise.ts";

/** @returns whether it was meant for whoever was asked; the next one is asked otherwise */
type Take = (text: string) => boolean | Promise<boolean>;

/** Who is asked about a scan: what was put on the screen last comes first. */
const takers: { readonly current: Take }[] = [];

let burst = noBurst;
let takeOut: () => void = () => undefined;

async function hand(text: string): Promise<void> {
  for (const taker of [...takers].reverse()) if (await taker.current(text)) return;
}

function listen(event: KeyboardEvent): void {
  const { code, ctrlKey, metaKey, altKey, target, timeStamp: at } = event;
  if (ctrlKey || metaKey || altKey) {
    burst = noBurst;
    return;
  }
  if (code === "Enter" || code === "NumpadEnter" || event.key === "Enter") {
    const scanned = scanOf(burst, at, isTyping(target));
    burst = noBurst;
    if (scanned === undefined) return;
    // no button is pressed and no form is sent by it
    event.preventDefault();
    event.stopImmediatePropagation();
    const isComposing = event.isComposing && target instanceof HTMLElement;
    // what is still being composed would come after it
    if (isComposing) target.blur();
    takeOut();
    if (isComposing) target.focus();
    void hand(scanned);
    return;
  }
  const character = characterOf(event);
  if (character === undefined) return;
  burst = nextBurst(burst, character, at);
  if (burst.text === character) takeOut = rememberField(isTyping(target) ? target : null);
}

interface Options {
  /** Asked after everybody else. */
  readonly isLast?: boolean;
}

/**
 * Takes what a barcode scanner types, wherever the focus is; Enter ends it. What it typed into a field is taken out of
 * it again. Of several that are on the screen the last one is asked first.
 */
export function useScanner(take: Take, { isLast = false }: Options = {}): void {
  const taker = useRef(take);
  taker.current = take;
  useEffect(() => {
    // before the field or the button that has the focus takes the Enter
    addEventListener("keydown", listen, true);
    if (isLast) takers.unshift(taker);
    else takers.push(taker);
    return () => {
      takers.splice(takers.indexOf(taker), 1);
      if (takers.length === 0) removeEventListener("keydown", listen, true);
    };
  }, [isLast]);
}
