/** Transient view state of the form. */
import { create } from "zustand";
import type { ErrorCode } from "#contract/errors.ts";

/** An error code of the contract, or a message of the server. */
type FieldError = { readonly code: ErrorCode } | { readonly text: string };

export type FormErrors = Readonly<Record<string, FieldError>>;

interface FormView {
  /** True on the request step; going back from the terms step asks first. */
  readonly isRequestStep: boolean;
  readonly errors: FormErrors;
  /** Highlights unticked boxes after an attempt to submit. */
  readonly marksUnticked: boolean;
  /** Reason for showing the terms again. */
  readonly termsNotice: string;
}

export const useFormView = create<FormView>(() => ({
  isRequestStep: false,
  errors: {},
  marksUnticked: false,
  termsNotice: "",
}));

export const setErrors = (errors: FormErrors): void => useFormView.setState({ errors });

export const clearErrors = (...fields: readonly string[]): void =>
  useFormView.setState(({ errors }) => ({
    errors: Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.includes(field))),
  }));

/** Clears the errors of a list and its items. */
export const clearErrorsUnder = (list: string): void =>
  clearErrors(
    ...Object.keys(useFormView.getState().errors).filter(
      (field) => field === list || field.startsWith(`${list}.`),
    ),
  );
