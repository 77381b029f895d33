import type { ReactNode } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";

interface Props {
  /** What is drawn. */
  readonly title: string;
  readonly children: ReactNode;
}

/** A piece of the public site, drawn small: light, as visitors see it, and nothing to press. */
export function Sample({ title, children }: Props) {
  const t = useTranslate();
  return (
    <figure aria-label={t("console.configuration.sample", { title })} className={styles.sample}>
      <figcaption className={styles.caption}>{t("console.configuration.sample", { title })}</figcaption>
      <div className={styles.page}>{children}</div>
    </figure>
  );
}
