/** Prints one text alone: it is laid on a sheet beside the page, and the print style shows nothing else. */
export function printText(title: string, text: Element): void {
  const sheet = document.createElement("article");
  sheet.className = "print-sheet";
  const heading = document.createElement("h1");
  heading.textContent = title;
  sheet.append(heading, text.cloneNode(true));
  document.body.append(sheet);
  window.addEventListener("afterprint", () => sheet.remove(), { once: true });
  window.print();
}
