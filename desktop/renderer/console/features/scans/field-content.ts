/** Whether keys pressed in the element type text. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select"));

/** Sets the value as typing would, so that React notices the change. */
function setValue(field: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/**
 * Remembers the content of a field before a scanner types into it.
 * @returns restores the content
 */
export function rememberField(field: EventTarget | null): () => void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
    const { value, selectionStart, selectionEnd } = field;
    return () => {
      if (field.value === value) return;
      setValue(field, value);
      // number and date inputs have no selection
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
    for (let added = field.textContent.length - length; added > 0; added--)
      selection?.modify("extend", "backward", "character");
    // the rich text editor ignores other changes
    if (selection && !selection.isCollapsed) document.execCommand("delete");
  };
}
