import { useEffect } from "react";
import { Button } from "../components/form/button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import type { DeskEnd } from "../features/own-visit/desk-visit.tsx";
import { useTranslate } from "../lib/language.ts";
import { returnPath } from "../stores/desk-page.ts";
import styles from "./message-page.module.css";

/** Delay before the screen returns to the console. */
const thanksMs = 4_000;

/**
 * End of a page handed over by the desk, without visit data. Returns to the console automatically on the console's own
 * screen.
 */
export function DeskEnded({ end }: { readonly end: DeskEnd }) {
  const t = useTranslate();
  const back = returnPath();

  useEffect(() => {
    if (back === undefined) return;
    const timer = setTimeout(() => location.replace(back), thanksMs);
    return () => clearTimeout(timer);
  }, [back]);

  return (
    <div className={styles.message}>
      <PageHeading lead={t(texts[end].lead)} title={t(texts[end].title)} />
      {back !== undefined && (
        <Button onClick={() => location.replace(back)} variant="primary">
          {t("visitor.link.deskReturn")}
        </Button>
      )}
    </div>
  );
}

const texts = {
  agreed: { title: "visitor.link.deskAgreed", lead: "visitor.link.deskAgreedText" },
  left: { title: "visitor.link.deskLeft", lead: "visitor.link.deskLeftText" },
  over: { title: "visitor.link.deskOver", lead: "visitor.link.deskOverText" },
} as const;
