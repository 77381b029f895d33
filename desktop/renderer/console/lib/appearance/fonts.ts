/** Pretendard for characters outside of the console's own texts, such as names. */

let rest: Promise<unknown> | undefined;

/** Loads the remaining font faces; the browser fetches each file when a character needs it. */
export function loadRestFonts(): Promise<unknown> {
  // Falls back to the system's font.
  rest ??= import("#fonts/rest.css").catch(() => {
    rest = undefined;
  });
  return rest;
}

/** Waits for all fonts of the page, before measuring or printing. */
export async function fontsReady(): Promise<void> {
  await loadRestFonts();
  // triggers loading of the new faces
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}
