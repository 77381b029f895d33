import { Select, type SelectProps } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { NamedItem } from "#contract/user-codes.ts";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { codesQuery } from "./code-queries.ts";

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
