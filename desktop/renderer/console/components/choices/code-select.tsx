/** Lists to choose from. They belong to the site's configuration and are read again with it. */
import { Select, type SelectProps } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { codeKinds, getCodesInUse, type NamedItem } from "#contract/user-codes.ts";
import { read } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";

interface Props extends Omit<SelectProps, "data"> {
  readonly kind: "place" | "purpose";
  /** What a record has already, though it may be out of use by now. */
  readonly current?: NamedItem | null;
}

/** One of the site's places or purposes, by id as text. */
export function CodeSelect({ kind, current, error, ...props }: Props) {
  const t = useTranslate();
  const codes = useQuery(codesQuery(kind, useLanguage()));
  const items = codes.data ?? [];
  const isGone = current && codes.data && !items.some(({ id }) => id === current.id);
  return (
    <Select
      {...props}
      data={[...(current && (isGone || !codes.data) ? [current] : []), ...items].map(({ id, name }) => ({
        value: String(id),
        label: name,
      }))}
      error={error ?? (codes.isError && !codes.data ? failureText(codes.error) : undefined)}
      label={t(`console.visit.${kind}`)}
      nothingFoundMessage={t("console.choices.none")}
      searchable={items.length > 7}
    />
  );
}

/** The places or purposes in use, in their order. */
const codesQuery = (kind: keyof typeof codeKinds, language: Language) =>
  queryOptions({
    queryKey: ["configuration", "codes", kind, language],
    queryFn: ({ signal }) =>
      read(getCodesInUse, { params: { kind: String(codeKinds[kind]) as "9002" | "9003" } }, signal),
    staleTime: 5 * 60_000,
  });
