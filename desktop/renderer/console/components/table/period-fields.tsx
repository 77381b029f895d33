import { TextInput } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";

interface Period {
  /** YYYY-MM-DD */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface Props {
  readonly search: Period;
  readonly onSearch: (change: Period) => void;
}

/** The days that a list is narrowed to. */
export function PeriodFields({ search, onSearch }: Props) {
  const t = useTranslate();
  return (
    <>
      <TextInput
        label={t("console.visits.from")}
        max={search.to}
        onChange={(event) => onSearch({ from: event.currentTarget.value || undefined })}
        type="date"
        value={search.from ?? ""}
      />
      <TextInput
        label={t("console.visits.to")}
        min={search.from}
        onChange={(event) => onSearch({ to: event.currentTarget.value || undefined })}
        type="date"
        value={search.to ?? ""}
      />
    </>
  );
}
