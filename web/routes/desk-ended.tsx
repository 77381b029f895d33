import { useEffect } from "react";
import { Button } from "../components/form/button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import type { DeskEnd } from "../features/own-visit/desk-visit.tsx";
import { useTranslate } from "../lib/language.ts";
import { wayBack } from "../stores/desk-page.ts";
import styles from "./message-page.module.css";

/** So long thanks are read before the screen goes back. */
const thanksMs = 4_000;

/** What is left of a page of the desk: nothing of the visit. A screen of the console goes back to it by itself. */
export function DeskEnded({ end }: { readonly end: DeskEnd }) {
  const t = useTranslate();
  const back = wayBack();

  useEffect(() => {
    if (back === undefined) return;
    const timer = setTimeout(() => location.replace(back), thanksMs);
    return () => clearTimeout(timer);
  }, [back]);

  return (
    <div className={styles.message}>
      <PageHeading lead={t(texts[end].lead)} title={t(texts[end].title)} />
      {back !== undefined && (
        <Button look="primary" onClick={() => location.replace(back)}>
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
