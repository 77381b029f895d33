import { errorSentence } from "#contract/errors.ts";
import { useTranslate } from "../../lib/language.ts";
import { useFormView } from "../../stores/form-view.ts";

/** Returns a field's error in the current language; undefined if there is none. */
export function useErrorText(): (field: string) => string | undefined {
  const t = useTranslate();
  const errors = useFormView((view) => view.errors);
  return (field) => {
    const error = errors[field];
    if (!error) return undefined;
    if ("text" in error) return error.text;
    return errorSentence(error.code, {
      error: (key, values) => t(`error.${key}`, values),
      field: (name) => t(`field.${name}`),
    });
  };
}
