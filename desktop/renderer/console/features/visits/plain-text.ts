/** A text as it was shown, in words: what it looked like needs styles that this page's policy forbids. */
const blocks = "p, div, li, tr, h1, h2, h3, h4, h5, h6, br, hr, blockquote, caption";

/** @param html sanitised by the server */
export function plainText(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const block of page.querySelectorAll(blocks)) block.append("\n");
  for (const cell of page.querySelectorAll("td, th")) cell.append(" ");
  return (page.body.textContent ?? "")
    .replaceAll(/[ \t]+\n/g, "\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim();
}
