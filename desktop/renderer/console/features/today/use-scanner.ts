import { useEffect, useRef } from "react";
import { fastestTypingMs, isTyping } from "../../lib/typing.ts";

const shortest = 3;

/** Takes what a barcode scanner types while no field has the focus; Enter ends it. */
export function useScanner(onScan: (text: string) => void): void {
  const handler = useRef(onScan);
  handler.current = onScan;
  useEffect(() => {
    let text = "";
    let last = 0;
    const listen = (event: KeyboardEvent) => {
      if (isTyping(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - last > fastestTypingMs) text = "";
      last = event.timeStamp;
      if (event.key === "Enter") {
        if (text.length >= shortest) {
          event.preventDefault();
          event.stopPropagation();
          handler.current(text);
        }
        text = "";
      } else if (event.key.length === 1) text += event.key;
    };
    // before a button that has the focus takes the Enter for a click
    addEventListener("keydown", listen, true);
    return () => removeEventListener("keydown", listen, true);
  }, []);
}
