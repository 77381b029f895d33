import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { allCompaniesQuery } from "../base-data/queries.ts";

interface Props extends Omit<SelectProps, "data"> {
  /** Those out of use too: people may still belong to them. */
  readonly isForAll?: boolean;
  /** What somebody belongs to already, by id as text, though it may be out of use by now. */
  readonly current?: string | null;
}

/** One of the site's companies, by id as text. */
export function CompanySelect({ isForAll = false, current, error, ...props }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const companies = useQuery(allCompaniesQuery);
  return (
    <Select
      {...props}
      data={(companies.data ?? [])
        .filter(({ id, inUse }) => isForAll || inUse || String(id) === current)
        .map(({ id, name, enName }) => ({
          value: String(id),
          label: (language === "en" && enName) || name,
        }))}
      error={error ?? (companies.isError && !companies.data ? failureText(companies.error) : undefined)}
      label={t("console.hostUsers.company")}
      nothingFoundMessage={t("console.choices.none")}
      searchable
    />
  );
}
