/** A form that keeps what is typed as a draft, and puts what the server refuses on its fields. */
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useEffect } from "react";
import { dropDraft, keepDraft, readDraft } from "../stores/drafts.ts";
import { CallError } from "./api.ts";

type Values = Record<string, unknown>;

export interface DraftForm<T extends Values> extends UseFormReturnType<T> {
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
  const isDirty = form.isDirty();

  useEffect(() => {
    if (isDirty) keepDraft(key, values);
  }, [key, values, isDirty]);

  return {
    ...form,
    refuse(error) {
      const fields = error instanceof CallError ? error.fields : undefined;
      if (!fields) return undefined;
      form.setErrors(fields);
      const first = Object.keys(fields).find((field) => form.getInputNode(field));
      if (first) form.getInputNode(first)?.focus();
      const others = Object.entries(fields).filter(
        ([field]) => !((field.split(".", 1)[0] as string) in initial),
      );
      return others.length > 0 ? others.map(([, text]) => text).join(" ") : undefined;
    },
    forget() {
      dropDraft(key);
      form.setValues(initial);
      form.resetDirty(initial);
      form.clearErrors();
    },
  };
}
