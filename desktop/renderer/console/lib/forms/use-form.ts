/** A form's values, kept as a draft while they are typed, and its errors: from the contract first, then from the server. */
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect } from "react";
import type * as z from "zod/mini";
import { type ErrorCode, errorSentence, fieldErrors } from "#contract/errors.ts";
import { dropDraft, keepDraft, readDraft } from "../../stores/drafts.ts";
import { CallError } from "../api.ts";
import { translate } from "../language.ts";

type Values = Record<string, unknown>;

export interface DraftForm<T extends Values> extends UseFormReturnType<T> {
  /** Something is typed that is not saved; also where a draft was restored. */
  readonly isChanged: boolean;
  /** Puts sentences on their fields, the focus on the first. @returns what belongs to no field of the form */
  show(fields: Readonly<Record<string, string>>): string | undefined;
  /** Puts the sentences of a 400 on their fields. @returns what belongs to no field of the form */
  refuse(error: unknown): string | undefined;
  /** Forgets the draft; the form is as it was at first. */
  forget(): void;
}

/**
 * @param key names the form and its record: "reserve", "visit-edit-17"
 * @param initial where there is no draft
 */
export function useDraftForm<T extends Values>(key: string, initial: T): DraftForm<T> {
  const form = useForm<T>({ mode: "controlled", initialValues: readDraft<T>(key) ?? initial });
  const { values } = form;
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);

  useEffect(() => {
    if (isChanged) keepDraft(key, values);
    else dropDraft(key);
  }, [key, values, isChanged]);

  const show: DraftForm<T>["show"] = (fields) => {
    form.setErrors(fields);
    // As they stand on the screen, which is not the order in which they were checked.
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
    show,
    refuse(error) {
      const fields = error instanceof CallError ? error.fields : undefined;
      return fields && show(fields);
    },
    forget() {
      dropDraft(key);
      form.setValues(initial);
      form.resetDirty(initial);
      form.clearErrors();
    },
  };
}

/** A field error in the reader's language. */
export const errorText = (code: ErrorCode): string =>
  errorSentence(code, {
    error: (key, values) => translate(`error.${key}`, values),
    field: (name) => translate(`field.${name}`),
  });

/** Whether the server would take a body, as far as the contract goes. */
export const isValid = <Schema extends z.ZodMiniType>(
  schema: Schema,
  body: unknown,
): body is z.input<Schema> => schema.safeParse(body).success;

/** @returns sentences by field, as the server would answer them; undefined where the body is sound */
export function checkBody(schema: z.ZodMiniType, body: unknown): Record<string, string> | undefined {
  const result = schema.safeParse(body);
  if (result.success) return undefined;
  return Object.fromEntries(
    Object.entries(fieldErrors(result.error.issues)).map(([field, code]) => [field, errorText(code)]),
  );
}

/** The fields that were changed in a form: a field that somebody else changed meanwhile stays theirs. */
export const changedFields = <Values extends object>(initial: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof Values]),
    ),
  ) as Partial<Values>;
