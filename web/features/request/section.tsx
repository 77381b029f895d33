import type { ReactNode } from "react";
import styles from "./request.module.css";

/** A card of the form with a heading. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
