/** What the form shows just now and nothing that has to survive a reload. */
import { create } from "zustand";
import type { ErrorCode } from "#contract/errors.ts";

/** A code of the contract's own check, or a sentence of the server. */
type FieldError = { readonly code: ErrorCode } | { readonly text: string };

export type FormErrors = Readonly<Record<string, FieldError>>;

interface FormView {
  /** True on the request step; the terms step is a legal page, and going back from it asks. */
  readonly onRequestStep: boolean;
  readonly errors: FormErrors;
  /** Sending was tried with a checklist not done: its open boxes are marked. */
  readonly marksUnticked: boolean;
  /** Why the terms are shown again. */
  readonly termsNotice: string;
}

export const useFormView = create<FormView>(() => ({
  onRequestStep: false,
  errors: {},
  marksUnticked: false,
  termsNotice: "",
}));

export const setErrors = (errors: FormErrors): void => useFormView.setState({ errors });

export const clearErrors = (...fields: readonly string[]): void =>
  useFormView.setState(({ errors }) => ({
    errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field))),
  }));

/** Of a list and of all that is in it. */
export const clearErrorsUnder = (list: string): void =>
  clearErrors(
    ...Object.keys(useFormView.getState().errors).filter(
      (field) => field === list || field.startsWith(`${list}.`),
    ),
  );
