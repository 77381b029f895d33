/** A scanner types faster than people: its keys follow one another within this time. */
export const fastestTypingMs = 60;

/** Keys pressed there are text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
