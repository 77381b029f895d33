import { splitError } from "#contract/errors.ts";
import { type TextKey, useTranslate } from "../../lib/language.ts";
import { useFormView } from "./form-view.ts";

/** Gives the sentence of a field's error in the reader's language; undefined where it has none. */
export function useErrorText(): (field: string) => string | undefined {
  const t = useTranslate();
  const errors = useFormView((view) => view.errors);
  return (field) => {
    const error = errors[field];
    if (!error) return undefined;
    if ("text" in error) return error.text;
    const { key, value } = splitError(error.code);
    return t(`error.${key}` satisfies TextKey, value === undefined ? undefined : { value });
  };
}
