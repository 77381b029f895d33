import type { ReactNode } from "react";
import { usePageTitle } from "../../lib/use-page-title.ts";
import styles from "./page-heading.module.css";

interface PageHeadingProps {
  readonly title: string;
  readonly lead?: ReactNode;
}

/** A page's title and lead. Sets the document title and takes the focus after a navigation. */
export function PageHeading({ title, lead }: PageHeadingProps) {
  const heading = usePageTitle(title);
  return (
    <header className={styles.heading}>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead && <p>{lead}</p>}
    </header>
  );
}
