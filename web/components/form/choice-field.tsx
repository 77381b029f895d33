import type { UseQueryResult } from "@tanstack/react-query";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { useTextLang, useTranslate } from "../../lib/language.ts";
import { Button } from "./button.tsx";
import { Field } from "./field.tsx";
import { Select } from "./select.tsx";

interface ChoiceFieldProps {
  readonly label: string;
  readonly items: UseQueryResult<NamedItem[]>;
  readonly value: number | undefined;
  readonly onChange: (id: number | undefined) => void;
  readonly error: string | undefined;
}

/** A select of items from the server with loading, error and empty states. */
export function ChoiceField({ label, items, value, onChange, error }: ChoiceFieldProps) {
  const t = useTranslate();
  const langOf = useTextLang();
  const { data = [], isError, isSuccess, refetch } = items;
  const isEmpty = isSuccess && data.length === 0;
  const problem = isError ? t("visitor.failure.load") : undefined;

  return (
    <Field error={error ?? problem} hint={isEmpty ? t("visitor.request.noChoices") : undefined} label={label}>
      {(attributes) => (
        <>
          <Select
            {...attributes}
            disabled={!isSuccess}
            onChange={(event) => onChange(Number(event.currentTarget.value) || undefined)}
            value={data.some((item) => item.id === value) ? value : ""}
          >
            <option value="">
              {t(isSuccess || isError ? "visitor.request.choose" : "visitor.site.loading")}
            </option>
            {data.map((item) => (
              <option key={item.id} lang={langOf(item.name)} value={item.id}>
                {item.name}
              </option>
            ))}
          </Select>
          {isError && (
            <Button onClick={() => refetch()} variant="quiet">
              {t("visitor.site.retry")}
            </Button>
          )}
        </>
      )}
    </Field>
  );
}
