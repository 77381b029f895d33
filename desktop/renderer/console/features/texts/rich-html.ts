/**
 * The editor's HTML as it is stored: as short as a person would write it, so that saving unchanged changes nothing.
 * The editor knows what the server lets through, as far as legal texts are made of it.
 */
import Subscript from "@tiptap/extension-subscript";
import Superscript from "@tiptap/extension-superscript";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import TextAlign from "@tiptap/extension-text-align";
import { BackgroundColor, Color, TextStyle } from "@tiptap/extension-text-style";
import StarterKit from "@tiptap/starter-kit";

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, "text/html").body;

const isPlain = (element: Element): boolean => element.attributes.length === 0;

/** The editor puts a paragraph into every item and cell. */
function unwrapParagraphs(body: HTMLElement): void {
  for (const box of body.querySelectorAll("li, td, th")) {
    const [first, second] = box.children;
    const isAlone = first?.tagName === "P" && isPlain(first) && (!second || /^[OU]L$/.test(second.tagName));
    if (isAlone) first.replaceWith(...first.childNodes);
  }
}

/** Rows at the top that are headings all through are the table's head; headings say of what. */
function headTables(body: HTMLElement): void {
  for (const table of body.querySelectorAll("table")) {
    const rows = [...table.rows];
    const isHeading = ({ cells }: HTMLTableRowElement) => [...cells].every(({ tagName }) => tagName === "TH");
    const end = rows.findIndex((row) => !isHeading(row));
    const top = rows.slice(0, end === -1 ? 1 : end).filter(isHeading);
    if (top.length > 0) table.createTHead().append(...top);
    for (const cell of table.querySelectorAll<HTMLTableCellElement>("th:not([scope])"))
      cell.scope = cell.closest("thead") ? "col" : "row";
  }
}

/** Browsers take colours apart when they write them. */
const toHex = (_: string, ...parts: string[]): string =>
  `#${parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;

/** Attributes as the server writes them. */
function tidyAttributes(body: HTMLElement): void {
  for (const cell of body.querySelectorAll("th, td"))
    for (const name of ["colspan", "rowspan"])
      if (cell.getAttribute(name) === "1") cell.removeAttribute(name);
  for (const element of body.querySelectorAll("[style]")) {
    const style = element.getAttribute("style") ?? "";
    const rules = style
      .split(";")
      .map((rule) =>
        rule
          .trim()
          .replace(/\s*:\s*/, ":")
          .replace(/rgb\((\d+), ?(\d+), ?(\d+)\)/, toHex),
      )
      // texts begin at the left as it is
      .filter((rule) => rule !== "" && rule !== "text-align:left");
    if (rules.length > 0) element.setAttribute("style", rules.join(";"));
    else element.removeAttribute("style");
  }
}

/** @param html what the editor gives */
export function tidyHtml(html: string): string {
  const body = parse(html);
  tidyAttributes(body);
  unwrapParagraphs(body);
  headTables(body);
  return body.textContent?.trim() || body.querySelector("hr") ? body.innerHTML : "";
}

/** Written differently, the same to a reader. */
const sameTags: Readonly<Record<string, string>> = { B: "STRONG", I: "EM" };

/** Made anew by whoever writes: neither its presence nor its absence is a loss. */
const isFrame = (element: Element): boolean =>
  /^T(HEAD|BODY)$/.test(element.tagName) ||
  (element.tagName === "P" &&
    /^(LI|T[HD])$/.test(element.parentElement?.tagName ?? "") &&
    isPlain(element)) ||
  (element.tagName === "SPAN" && isPlain(element));

const unread = new Set(["target", "rel", "scope"]);

/** Everything of a text that a reader would miss, in its order. */
function signs(html: string): string {
  const body = parse(html);
  tidyAttributes(body);
  const tags = [...body.querySelectorAll("*")]
    .filter((element) => !isFrame(element))
    .map((element) => {
      const attributes = [...element.attributes].filter(({ name }) => !unread.has(name));
      const said = attributes.map(({ name, value }) => `${name}=${value.replaceAll(" ", "")}`).sort();
      return [sameTags[element.tagName] ?? element.tagName, ...said].join(" ");
    });
  return `${tags.sort().join("|")}\n${(body.textContent ?? "").replace(/\s+/g, "")}`;
}

/** Whether the editor keeps everything of a text that a reader would miss. @param kept what it made of it */
export const isKept = (html: string, kept: string): boolean => signs(html) === signs(kept);

/** The server takes no other addresses either (api/safe-html.ts). */
const protocols = ["http", "https", "mailto", "tel"];

/** Whether a heading is of its column or of its row is for those who hear the table. */
const ScopedHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

/** Columns find their width by themselves, on a telephone too. */
const PlainTable = Table.extend({
  renderHTML() {
    return ["table", ["tbody", 0]];
  },
});

export const richExtensions = [
  StarterKit.configure({
    link: {
      autolink: false,
      openOnClick: false,
      protocols,
      HTMLAttributes: { target: "_blank", rel: "noopener noreferrer" },
    },
    // an empty line at the end would come along whenever a text is saved
    trailingNode: false,
  }),
  TextAlign.configure({ types: ["heading", "paragraph"] }),
  TextStyle,
  Color,
  BackgroundColor,
  Subscript,
  Superscript,
  PlainTable,
  TableRow,
  ScopedHeader,
  TableCell,
];
