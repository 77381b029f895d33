import type { Ref } from "react";
import styles from "./rich-text.module.css";

interface RichTextProps {
  readonly text: string;
  /** True where `text` is HTML, which the server has sanitised; else its line breaks are kept. */
  readonly html: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A legal or guide text. The only place of the site that writes HTML. */
export function RichText({ text, html, ref }: RichTextProps) {
  return html ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server before it is stored and sent
    <div className={`${styles.text} ${styles.html}`} dangerouslySetInnerHTML={{ __html: text }} ref={ref} />
  ) : (
    <div className={`${styles.text} ${styles.plain}`} ref={ref}>
      {text}
    </div>
  );
}
