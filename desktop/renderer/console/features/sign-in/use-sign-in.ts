import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type CurrentUser, logIn, type SignInStep } from "#contract/people/account.ts";
import { CallError, call } from "../../lib/api.ts";

/**
 * Signs in with a password; the form keeps its values during a second step.
 * @param initialStep second step to start with, after a company sign-in
 * @param onSignedIn called with the signed-in user
 */
export function useSignIn(initialStep: SignInStep | undefined, onSignedIn: (user: CurrentUser) => void) {
  const form = useForm({ mode: "uncontrolled", initialValues: { loginId: "", password: "" } });
  const [step, setStep] = useState(initialStep);
  const [otherError, setOtherError] = useState<string>();
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(logIn, { body }),
    onSuccess: (answer) => ("step" in answer ? setStep(answer) : onSignedIn(answer)),
    onError: (error) => {
      const fields = error instanceof CallError ? error.fields : undefined;
      if (!fields) return;
      const { _, ...named } = fields;
      form.setErrors(named);
      form.getInputNode(_ ? "password" : (Object.keys(named)[0] ?? "loginId"))?.focus();
    },
  });
  return {
    form,
    submit: form.onSubmit((values) => signIn.mutate(values)),
    isBusy: signIn.isPending,
    /** Error that does not concern a single field. */
    formError: (signIn.error instanceof CallError ? signIn.error.fields?._ : undefined) ?? otherError,
    /** Shows the error of another sign-in method, such as a passkey. */
    showError: (message: string) => {
      signIn.reset();
      setOtherError(message);
    },
    step,
    /** Returns to the password, with an error message if given. */
    leaveStep: (message?: string) => {
      setStep(undefined);
      setOtherError(message);
    },
  };
}
