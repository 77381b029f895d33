/** Form state that is saved as a draft while typing, with errors from the contract and the server. */
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { type ErrorCode, errorSentence, fieldErrors } from "#contract/errors.ts";
import { dropDraft, readDraft, saveDraft } from "../../stores/drafts.ts";
import { CallError } from "../api.ts";
import { translate } from "../language.ts";

type Values = Record<string, unknown>;

export interface DraftForm<T extends Values> extends UseFormReturnType<T> {
  /** There is unsaved input, possibly from a restored draft. */
  readonly isChanged: boolean;
  /** Shows errors on their fields and focuses the first. @returns errors without a field */
  showErrors(fields: Readonly<Record<string, string>>): string | undefined;
  /** Shows the errors of a 400 on their fields. @returns errors without a field */
  showServerErrors(error: unknown): string | undefined;
  /** Drops the draft and resets the form. */
  forget(): void;
}

/**
 * @param key of the form and its record: "reserve", "visit-edit-17"
 * @param initial values without a draft
 * @param draftOf the part of the values that is saved
 */
export function useDraftForm<T extends Values>(
  key: string,
  initial: T,
  draftOf: (values: T) => Partial<T> = (values) => values,
): DraftForm<T> {
  const form = useForm<T>({
    mode: "controlled",
    initialValues: { ...initial, ...readDraft<Partial<T>>(key) },
  });
  const { values } = form;
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function on each render
  useEffect(() => {
    if (isChanged) saveDraft(key, draftOf(values));
    else dropDraft(key);
  }, [key, values, isChanged]);

  const showErrors: DraftForm<T>["showErrors"] = (fields) => {
    form.setErrors(fields);
    // In document order, which differs from the order of validation.
    const [first] = Object.keys(fields)
      .flatMap((field) => form.getInputNode(field) ?? [])
      .sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
    first?.focus();
    const others = Object.entries(fields).filter(
      ([field]) => !((field.split(".", 1)[0] as string) in initial),
    );
    return others.length > 0 ? others.map(([, text]) => text).join(" ") : undefined;
  };

  return {
    ...form,
    isChanged,
    showErrors,
    showServerErrors(error) {
      const fields = error instanceof CallError ? error.fields : undefined;
      return fields && showErrors(fields);
    },
    forget() {
      dropDraft(key);
      form.setValues(initial);
      form.resetDirty(initial);
      form.clearErrors();
    },
  };
}

/** A field error in the current language. */
export const errorText = (code: ErrorCode): string =>
  errorSentence(code, {
    error: (key, values) => translate(`error.${key}`, values),
    field: (name) => translate(`field.${name}`),
  });

/** Whether a body is valid by the contract. */
export const isValid = <Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): body is z.input<Schema> => schema.safeParse(body).success;

/** @returns errors by field, as from the server; undefined for a valid body */
export function checkBody(schema: z.ZodMiniType, body: unknown): Record<string, string> | undefined {
  const result = schema.safeParse(body);
  if (result.success) return undefined;
  return Object.fromEntries(
    Object.entries(fieldErrors(result.error.issues)).map(([field, code]) => [field, errorText(code)]),
  );
}

/** Only the changed fields, so that concurrent changes of other fields are kept. */
export const changedFields = <Values extends object>(initial: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof Values]),
    ),
  ) as Partial<Values>;
