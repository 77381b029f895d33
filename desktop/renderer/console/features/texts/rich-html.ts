/**
 * Normalizes the editor's HTML to what a person would write, so that saving an unchanged text changes nothing. The editor
 * supports the subset of the server's allowed HTML that legal texts use.
 */
import Subscript from "@tiptap/extension-subscript";
import Superscript from "@tiptap/extension-superscript";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import TextAlign from "@tiptap/extension-text-align";
import { BackgroundColor, Color, TextStyle } from "@tiptap/extension-text-style";
import StarterKit from "@tiptap/starter-kit";

const parse = (html: string): HTMLElement => new DOMParser().parseFromString(html, "text/html").body;

const isPlain = (element: Element): boolean => element.attributes.length === 0;

/** Removes the paragraph that the editor puts into every list item and table cell. */
function unwrapParagraphs(body: HTMLElement): void {
  for (const container of body.querySelectorAll("li, td, th")) {
    const [first, second] = container.children;
    const isOnlyParagraph =
      first?.tagName === "P" && isPlain(first) && (!second || /^[OU]L$/.test(second.tagName));
    if (isOnlyParagraph) first.replaceWith(...first.childNodes);
  }
}

/** Moves top rows that consist of header cells into `thead`, and sets the scope of header cells. */
function addTableHeads(body: HTMLElement): void {
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

/** Browsers serialize colours as rgb(). */
const toHex = (_: string, ...parts: string[]): string =>
  `#${parts
    .slice(0, 3)
    .map((part) => Number(part).toString(16).padStart(2, "0"))
    .join("")}`;

/** Writes attributes as the server does. */
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
          .split(":")
          .map((part) => part.trim())
          .join(":")
          .replace(/rgb\((\d+), ?(\d+), ?(\d+)\)/, toHex),
      )
      // the default
      .filter((rule) => rule !== "" && rule !== "text-align:left");
    if (rules.length > 0) element.setAttribute("style", rules.join(";"));
    else element.removeAttribute("style");
  }
}

/** @param html from the editor */
export function tidyHtml(html: string): string {
  const body = parse(html);
  tidyAttributes(body);
  unwrapParagraphs(body);
  addTableHeads(body);
  return body.textContent?.trim() || body.querySelector("hr") ? body.innerHTML : "";
}

/** Tags with the same meaning. */
const equivalentTags: Readonly<Record<string, string>> = { B: "STRONG", I: "EM" };

/** Elements that do not matter to a reader. */
const isNeutral = (element: Element): boolean =>
  /^T(HEAD|BODY)$/.test(element.tagName) ||
  (element.tagName === "P" &&
    /^(LI|T[HD])$/.test(element.parentElement?.tagName ?? "") &&
    isPlain(element)) ||
  (element.tagName === "SPAN" && isPlain(element));

const neutralAttributes = new Set(["target", "rel", "scope"]);

/** Everything in a text that matters to a reader, for comparison. */
function fingerprint(html: string): string {
  const body = parse(html);
  tidyAttributes(body);
  const tags = [...body.querySelectorAll("*")]
    .filter((element) => !isNeutral(element))
    .map((element) => {
      const attributes = [...element.attributes]
        .filter(({ name }) => !neutralAttributes.has(name))
        .map(({ name, value }) => `${name}=${value.replaceAll(" ", "")}`)
        .sort();
      return [equivalentTags[element.tagName] ?? element.tagName, ...attributes].join(" ");
    });
  return `${tags.sort().join("|")}\n${(body.textContent ?? "").replace(/\s+/g, "")}`;
}

/** Whether two texts are the same to a reader. */
export const isEquivalent = (html: string, other: string): boolean =>
  fingerprint(html) === fingerprint(other);

/** The same as on the server (api/safe-html.ts). */
const protocols = ["http", "https", "mailto", "tel"];

/** Keeps the `scope` of header cells, for screen readers. */
const ScopedHeader = TableHeader.extend({
  addAttributes() {
    return { ...this.parent?.(), scope: { default: null } };
  },
});

/** Without fixed column widths, so that tables fit on phones. */
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
    // would add an empty line on every save
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
