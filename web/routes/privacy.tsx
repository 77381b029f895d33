import { useQuery } from "@tanstack/react-query";
import { ButtonLink } from "../components/button.tsx";
import { Failure } from "../components/failure.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { ScrollText } from "../components/scroll-text.tsx";
import { Waiting } from "../components/waiting.tsx";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { policyQuery } from "../lib/queries.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import styles from "./page.module.css";

loadRestFonts();

/** The privacy policy in force, in the reader's language, and a way home (specification, section 2). */
export function PrivacyPage() {
  const t = useTranslate();
  const language = useLanguage();
  const { data: policy, error, isPending, isFetching, refetch } = useQuery(policyQuery);
  const text = policy && ((language === "en" && policy.enContent) || policy.content);

  return (
    <div className={styles.page}>
      <PageHeading title={t("visitor.privacy.page")} />
      {isPending ? (
        <Waiting />
      ) : (
        <section className={styles.card}>
          {text && <ScrollText height="full" html text={text} title={t("visitor.privacy.page")} />}
          {!text &&
            (error ? (
              <Failure busy={isFetching} error={error} onRetry={() => refetch()} />
            ) : (
              <p>{t("visitor.privacy.none")}</p>
            ))}
        </section>
      )}
      <div>
        <ButtonLink look="primary" to="/">
          {t("visitor.site.toHome")}
        </ButtonLink>
      </div>
    </div>
  );
}
