import type { Ref } from "react";
import { useTextLang, useTranslate } from "../../lib/language.ts";
import styles from "./rich-text.module.css";

interface RichTextProps {
  readonly text: string;
  /** `text` is HTML sanitised by the server; otherwise plain text with line breaks. */
  readonly html: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** Wide tables scroll in a box of their own, which the keyboard reaches. */
const withTableBoxes = (html: string, label: string): string =>
  html
    .replaceAll(
      "<table",
      `<div class="${styles.table}" role="group" aria-label="${label}" tabindex="0"><table`,
    )
    .replaceAll("</table>", "</table></div>");

/** A legal or guide text. The only component that inserts HTML. */
export function RichText({ text, html, ref }: RichTextProps) {
  const t = useTranslate();
  const lang = useTextLang()(text);
  return html ? (
    <div
      className={`${styles.text} ${styles.html}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server before it is stored and sent
      dangerouslySetInnerHTML={{ __html: withTableBoxes(text, t("visitor.terms.table")) }}
      lang={lang}
      ref={ref}
    />
  ) : (
    <div className={`${styles.text} ${styles.plain}`} lang={lang} ref={ref}>
      {text}
    </div>
  );
}
