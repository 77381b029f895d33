/** Sanitises the rich text of terms and policies. */
import { createRequire } from "node:module";
import type Sanitize from "sanitize-html";
import { invalid } from "#api/errors.ts";

const color = [/^#[0-9a-f]{3,6}$/i, /^rgb\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*\)$/i];
const length = [/^\d{1,4}(\.\d+)?(px|em|rem|%)$/];

const options: Sanitize.IOptions = {
  allowedTags: [
    ...["h1", "h2", "h3", "h4", "h5", "h6", "p", "div", "span", "br", "hr", "blockquote", "pre", "code"],
    ...[
      "ul",
      "ol",
      "li",
      "dl",
      "dt",
      "dd",
      "strong",
      "b",
      "em",
      "i",
      "u",
      "s",
      "sub",
      "sup",
      "mark",
      "small",
    ],
    ...["table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "th", "td", "a"],
  ],
  allowedAttributes: {
    "*": ["style"],
    a: ["href", "target", "rel"],
    ol: ["start", "type"],
    th: ["colspan", "rowspan", "scope"],
    td: ["colspan", "rowspan"],
    col: ["span"],
  },
  allowedStyles: {
    "*": {
      color,
      "background-color": color,
      "text-align": [/^(left|right|center|justify)$/],
      "font-weight": [/^(bold|normal|[1-9]00)$/],
      "font-style": [/^italic$/],
      "text-decoration": [/^(underline|line-through)$/],
      width: length,
    },
  },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  allowProtocolRelative: false,
};

const require = createRequire(import.meta.url);

/** Loaded on first use, to save memory. */
function loadSanitize(): (html: string) => string {
  const sanitize: typeof Sanitize = require("sanitize-html");
  const newWindow = sanitize.simpleTransform("a", { target: "_blank", rel: "noopener noreferrer" });
  return (html) => sanitize(html, { ...options, transformTags: { a: newWindow } });
}

let loaded: ReturnType<typeof loadSanitize> | undefined;

/** Removes everything except plain formatting; links open a new window. */
function clean(html: string): string {
  loaded ??= loadSanitize();
  return loaded(html);
}

/**
 * Sanitises HTML for storage.
 * @throws InvalidInput on `field` where nothing remains
 */
export function storedHtml(field: string, html: string): string {
  const safe = clean(html).trim();
  if (safe === "") throw invalid({ [field]: "required" });
  return safe;
}

/** As `storedHtml`, for an optional text. */
export const storedOptionalHtml = (html: string): string => clean(html).trim();

const cache = new Map<string, string>();
const maxCached = 100;

/** Sanitises HTML for display; cached per text. */
export function safeHtml(html: string): string {
  const known = cache.get(html);
  if (known !== undefined) return known;
  const safe = clean(html);
  if (cache.size >= maxCached) cache.clear();
  cache.set(html, safe);
  return safe;
}
