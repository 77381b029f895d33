import { useCallback, useEffect, useState } from "react";
import { Failure } from "../components/feedback/failure.tsx";
import { SkeletonCard } from "../components/feedback/skeleton-card.tsx";
import { ButtonLink } from "../components/form/button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { type DeskEnd, DeskVisit } from "../features/own-visit/desk-visit.tsx";
import { OwnVisit } from "../features/own-visit/own-visit.tsx";
import { forgetOwnVisit, isLinkExpired, useOwnVisit } from "../features/own-visit/use-own-visit.ts";
import { useTranslate } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import { useToken } from "../lib/use-token.ts";
import { markDeskPage, useDeskPage } from "../stores/desk-page.ts";
import styles from "../styles/page.module.css";
import { DeskEnded } from "./desk-ended.tsx";
import messageStyles from "./message-page.module.css";

loadRestFonts();

/** A visitor's own visit by personal link (docs/behaviour.md, "Personal link"). */
export function OwnVisitPage() {
  const token = useToken("/v");
  // The state belongs to one link and resets for another one in the same tab.
  const isDesk = useDeskPage((state) => state.isDesk);
  const [ended, setEnded] = useState<{ readonly token: string; readonly end: DeskEnd }>();
  const finish = useCallback(
    (end: DeskEnd) => {
      if (!token) return;
      forgetOwnVisit();
      setEnded((before) => (before?.token === token ? before : { token, end }));
    },
    [token],
  );
  if (ended && ended.token === token) return <DeskEnded end={ended.end} />;
  if (token) return <Linked key={token} onEnd={finish} token={token} />;
  return isDesk ? <DeskEnded end="over" /> : <NoVisit reason="none" />;
}

interface LinkedProps {
  readonly token: string;
  /** Called when a page handed over by the desk ends. */
  readonly onEnd: (end: DeskEnd) => void;
}

function Linked({ token, onEnd }: LinkedProps) {
  const t = useTranslate();
  const { data: visit, error, isFetching, refetch } = useOwnVisit(token);
  const desk = visit?.desk;
  const isDesk = useDeskPage((state) => state.isDesk);
  useEffect(() => {
    if (desk) markDeskPage();
  }, [desk]);
  if (isLinkExpired(error)) return isDesk ? <DeskEnded end="over" /> : <NoVisit reason="over" />;
  return (
    <div className={styles.page}>
      <PageHeading
        lead={t(isDesk ? "visitor.link.deskLead" : "visitor.link.lead")}
        title={t("visitor.link.page")}
      />
      {visit && desk && <DeskVisit onEnd={onEnd} seconds={desk.seconds} token={token} visit={visit} />}
      {visit && !desk && <OwnVisit token={token} visit={visit} />}
      {!visit && !error && <SkeletonCard />}
      {!visit && error && (
        <section className={styles.card}>
          <Failure busy={isFetching} error={error} onRetry={() => void refetch()} />
        </section>
      )}
    </div>
  );
}

function NoVisit({ reason }: { readonly reason: "none" | "over" }) {
  const t = useTranslate();
  return (
    <div className={messageStyles.message}>
      <PageHeading lead={t(`visitor.link.${reason}Text`)} title={t(`visitor.link.${reason}`)} />
      <ButtonLink to="/result">{t("visitor.home.lookup")}</ButtonLink>
    </div>
  );
}
