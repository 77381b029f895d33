import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Failure } from "../components/failure.tsx";
import { PageHeading } from "../components/page-heading.tsx";
import { Waiting } from "../components/waiting.tsx";
import { LookupForm, type Person } from "../features/lookup/lookup-form.tsx";
import { Visits } from "../features/lookup/visits.tsx";
import { CallError } from "../lib/call.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { lookupQuery } from "../lib/queries.ts";
import { loadRestFonts } from "../lib/rest-fonts.ts";
import styles from "./page.module.css";

loadRestFonts();

const nobody: Person = { name: "", cellPhone: "" };

/**
 * Application state: who is asked for stays in this component, neither in the address nor on the device
 * (specification, section 2; decisions, "Public").
 */
export function ResultPage() {
  const t = useTranslate();
  const language = useLanguage();
  const [person, setPerson] = useState<Person>();
  const search = useQuery({ ...lookupQuery(person ?? nobody, language), enabled: person !== undefined });
  const refusals = search.error instanceof CallError ? search.error.fields : undefined;

  const look = (next: Person) => {
    const isSame = person?.name === next.name && person.cellPhone === next.cellPhone;
    if (isSame) void search.refetch();
    else setPerson(next);
  };

  return (
    <div className={`${styles.page} ${styles.wide}`}>
      <PageHeading lead={t("visitor.result.lead")} title={t("visitor.result.page")} />
      <LookupForm isBusy={search.isFetching} onSearch={look} refusals={refusals} />
      {search.isLoading && <Waiting />}
      {search.error && !refusals && (
        <section className={styles.card}>
          <Failure busy={search.isFetching} error={search.error} onRetry={() => search.refetch()} />
        </section>
      )}
      {person && search.data && !search.error && <Visits person={person} rows={search.data} />}
    </div>
  );
}
