import { Failure } from "../components/feedback/failure.tsx";
import { SkeletonCard } from "../components/feedback/skeleton-card.tsx";
import button from "../components/form/button.module.css";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { Decide } from "../features/decide/decide.tsx";
import { useRequest } from "../features/decide/use-decision.ts";
import { isLinkExpired, refusalOf } from "../features/own-visit/use-own-visit.ts";
import { useTranslate } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import { useToken } from "../lib/use-token.ts";
import styles from "../styles/page.module.css";
import messageStyles from "./message-page.module.css";

loadRestFonts();

/** Lets a host decide on a request from a message (docs/behaviour.md, "Deciding from the message"). */
export function DecidePage() {
  const t = useTranslate();
  const token = useToken("/decide");
  // The key resets the state for another link in the same tab.
  if (token) return <Linked key={token} token={token} />;
  return <Elsewhere lead={t("visitor.decide.noneText")} title={t("visitor.decide.none")} />;
}

function Linked({ token }: { readonly token: string }) {
  const t = useTranslate();
  const { data, error, isFetching, refetch } = useRequest(token);
  const refusal = refusalOf(error);
  if (refusal) return <Elsewhere lead={refusal} title={t("visitor.decide.decided")} />;
  if (isLinkExpired(error))
    return <Elsewhere lead={t("visitor.decide.overText")} title={t("visitor.decide.over")} />;
  if (data && !data.visit)
    return (
      <Elsewhere
        action={t("visitor.decide.toSignIn")}
        lead={t("visitor.decide.signInText")}
        title={t("visitor.decide.signIn")}
        visit={data.visitID}
      />
    );
  return (
    <div className={styles.page}>
      <PageHeading lead={t("visitor.decide.lead")} title={t("visitor.decide.page")} />
      {data?.visit && <Decide token={token} visit={data.visit} />}
      {!data && !error && <SkeletonCard />}
      {!data && error && (
        <section className={styles.card}>
          <Failure busy={isFetching} error={error} onRetry={() => void refetch()} />
        </section>
      )}
    </div>
  );
}

interface ElsewhereProps {
  readonly title: string;
  readonly lead: string;
  /** Label of the link to the console. */
  readonly action?: string;
  /** Id of the visit to open there. */
  readonly visit?: number;
}

/** Shown if the request cannot be decided here; links to the console. */
function Elsewhere({ title, lead, action, visit }: ElsewhereProps) {
  const t = useTranslate();
  return (
    <div className={messageStyles.message}>
      <PageHeading lead={lead} title={title} />
      <a
        className={`${button.button} ${button.primary}`}
        href={visit === undefined ? "/dash/approvals" : `/dash/approvals?visit=${visit}`}
      >
        {action ?? t("visitor.decide.toConsole")}
      </a>
    </div>
  );
}
