import type { Ref } from "react";
import styles from "./rich-text.module.css";

interface RichTextProps {
  readonly text: string;
  /** `text` is HTML sanitised by the server; otherwise plain text with line breaks. */
  readonly html: boolean;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A legal or guide text. The only component that inserts HTML. */
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
