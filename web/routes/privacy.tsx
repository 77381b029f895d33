import { useQuery } from "@tanstack/react-query";
import { Failure } from "../components/feedback/failure.tsx";
import { SkeletonCard } from "../components/feedback/skeleton-card.tsx";
import { ButtonLink } from "../components/form/button.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { PolicyText } from "../features/terms/policy-text.tsx";
import { useTranslate } from "../lib/language.ts";
import { policyQuery } from "../lib/queries.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import styles from "../styles/page.module.css";

loadRestFonts();

/** The current privacy policy in the current language (docs/behaviour.md, "Privacy page"). */
export function PrivacyPage() {
  const t = useTranslate();
  const { data: policy, error, isPending, isFetching, refetch } = useQuery(policyQuery);

  return (
    <div className={styles.page}>
      <PageHeading title={t("visitor.privacy.page")} />
      {isPending ? (
        <SkeletonCard />
      ) : (
        <section className={styles.card}>
          {policy && <PolicyText policy={policy} />}
          {!policy &&
            (error ? (
              <Failure busy={isFetching} error={error} onRetry={() => refetch()} />
            ) : (
              <p>{t("visitor.privacy.none")}</p>
            ))}
        </section>
      )}
      <div>
        <ButtonLink to="/" variant="primary">
          {t("visitor.site.toHome")}
        </ButtonLink>
      </div>
    </div>
  );
}
