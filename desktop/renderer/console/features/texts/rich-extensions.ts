/** What the editor knows of HTML: what the server lets through, as far as legal texts are made of it. */
import Subscript from "@tiptap/extension-subscript";
import Superscript from "@tiptap/extension-superscript";
import { Table, TableCell, TableHeader, TableRow } from "@tiptap/extension-table";
import TextAlign from "@tiptap/extension-text-align";
import { BackgroundColor, Color, TextStyle } from "@tiptap/extension-text-style";
import StarterKit from "@tiptap/starter-kit";

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
