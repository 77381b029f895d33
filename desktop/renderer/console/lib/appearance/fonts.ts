/** Pretendard beyond the console's own words, which names and texts that people write need. */

let rest: Promise<unknown> | undefined;

/** Fetches the style sheet of the remaining faces; each of their files is fetched only when a character of it is shown. */
export function loadRestFonts(): Promise<unknown> {
  // Without them the system's font stands in.
  rest ??= import("#fonts/rest.css").catch(() => {
    rest = undefined;
  });
  return rest;
}

/** Waits until all type that the page shows is here, before it is measured or printed. */
export async function fontsReady(): Promise<void> {
  await loadRestFonts();
  // asks for the files of the faces that have just come
  document.body.getBoundingClientRect();
  await document.fonts.ready;
}
