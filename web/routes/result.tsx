import { useEffect, useRef } from "react";
import { Failure } from "../components/feedback/failure.tsx";
import { SkeletonCard } from "../components/feedback/skeleton-card.tsx";
import { PageHeading } from "../components/layout/page-heading.tsx";
import { CodeForm } from "../features/lookup/code-form.tsx";
import { LookupForm } from "../features/lookup/lookup-form.tsx";
import { useLookup } from "../features/lookup/use-lookup.ts";
import { Visits } from "../features/lookup/visits.tsx";
import { useTranslate } from "../lib/language.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import styles from "../styles/page.module.css";

loadRestFonts();

/** Lookup of requests (docs/behaviour.md, "Lookup"). */
export function ResultPage() {
  const t = useTranslate();
  const lookup = useLookup();
  const { asksForCode, waiting, isSending, search, refusals, failure, found } = lookup;

  return (
    <div className={`${styles.page} ${styles.wide}`}>
      <PageHeading lead={t("visitor.result.lead")} title={t("visitor.result.page")} />
      <LookupForm
        asksForCode={asksForCode}
        isBusy={isSending || (search.isFetching && !waiting)}
        onEdit={lookup.edit}
        onSearch={lookup.begin}
        refusals={refusals}
      />
      {waiting && (
        <CodeForm
          cellPhone={waiting.person.cellPhone}
          isBusy={search.isFetching}
          isSending={isSending}
          onAgain={lookup.again}
          onConfirm={lookup.confirm}
          refusal={refusals?.code}
          sent={waiting.sent}
        />
      )}
      {search.isLoading && <SkeletonCard />}
      {failure && <LookupFailure failure={failure} isBusy={search.isFetching || isSending} />}
      {found && <Visits {...found} />}
    </div>
  );
}

interface LookupFailureProps {
  readonly failure: NonNullable<ReturnType<typeof useLookup>["failure"]>;
  readonly isBusy: boolean;
}

/** Error of the lookup with a retry. */
function LookupFailure({ failure: { error, retry }, isBusy }: LookupFailureProps) {
  const section = useRef<HTMLElement>(null);

  // on phones it is below the fold, and the button above would seem to have no effect
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    section.current?.scrollIntoView({ block: "nearest" });
  }, [error]);

  return (
    <section className={styles.card} ref={section}>
      <Failure busy={isBusy} error={error} onRetry={retry} />
    </section>
  );
}
