import { Failure } from "../components/feedback/failure.tsx";
import { Waiting } from "../components/feedback/waiting.tsx";
import { ButtonLink } from "../components/form/button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { OwnVisit } from "../features/own-visit/own-visit.tsx";
import { isOver, useOwnVisit } from "../features/own-visit/use-own-visit.ts";
import { useTranslate } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import { useToken } from "../lib/use-token.ts";
import styles from "../styles/page.module.css";
import messageStyles from "./message-page.module.css";

loadRestFonts();

/** A visitor's own visit by the link in their message (docs/behaviour.md, "Personal link"). */
export function OwnVisitPage() {
  const token = useToken("/v");
  // Another link in the same tab is another visit: nothing of the first one is kept.
  return token ? <Linked key={token} token={token} /> : <NoVisit reason="none" />;
}

function Linked({ token }: { readonly token: string }) {
  const t = useTranslate();
  const { data: visit, error, isFetching, refetch } = useOwnVisit(token);
  if (isOver(error)) return <NoVisit reason="over" />;
  return (
    <div className={styles.page}>
      <PageHeading lead={t("visitor.link.lead")} title={t("visitor.link.page")} />
      {visit && <OwnVisit token={token} visit={visit} />}
      {!visit && !error && <Waiting />}
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
