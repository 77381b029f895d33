/** Keys pressed there are text. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));

/** Puts the value in as somebody who types would: whoever draws the field hears of it. */
function type(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Remembers a field as it is before a scanner types into it.
 * @returns takes out again what was typed since
 */
export function rememberField(field: EventTarget | null): () => void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = field;
    return () => {
      if (field.value === value) return;
      type(field, value);
      // fields of numbers and days have none
      if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
    };
  }
  if (field instanceof HTMLSelectElement) {
    const { value } = field;
    return () => {
      if (field.value === value) return;
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    };
  }
  if (!(field instanceof HTMLElement && field.isContentEditable)) return () => undefined;
  const length = field.textContent.length;
  return () => {
    const selection = getSelection();
    for (let more = field.textContent.length - length; more > 0; more--)
      selection?.modify("extend", "backward", "character");
    // the only way that the editor takes for typing
    if (selection && !selection.isCollapsed) document.execCommand("delete");
  };
}
