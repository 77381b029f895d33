/** What a reader reads line by line, without its formatting. */

const blocks = new Set(
  "P H1 H2 H3 H4 H5 H6 LI TR DIV UL OL DL DT DD TABLE CAPTION BLOCKQUOTE PRE HR BR".split(" "),
);

/** They stand on the line of their row. */
const cells = new Set(["TD", "TH"]);

/** @param html is written into no page: nothing of it is loaded or run */
function linesOfHtml(html: string): string[] {
  const lines: string[] = [];
  let line = "";
  const end = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text !== "") lines.push(text);
    line = "";
  };
  const read = (node: Node) => {
    const { nodeName } = node;
    if (blocks.has(nodeName)) end();
    if (cells.has(nodeName)) line += `${line.trim() === "" ? "" : " | "}${node.textContent}`;
    else if (node.nodeType === Node.TEXT_NODE) line += node.textContent;
    else for (const child of node.childNodes) read(child);
    if (blocks.has(nodeName)) end();
  };
  read(new DOMParser().parseFromString(html, "text/html").body);
  end();
  return lines;
}

/** @param isHtml else its own lines count */
export function textLines(text: string, isHtml: boolean): string[] {
  if (isHtml) return linesOfHtml(text);
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
