import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type CurrentUser, logIn, type SignInStep } from "#contract/people/account.ts";
import { CallError, call } from "../../lib/api.ts";

/**
 * Signs in with a password; what was typed stays while a second step is asked for.
 * @param begun the step that the page opens with, after a sign-in elsewhere
 * @param enter goes on with whoever is signed in
 */
export function useSignIn(begun: SignInStep | undefined, enter: (user: CurrentUser) => void) {
  const form = useForm({ mode: "uncontrolled", initialValues: { loginId: "", password: "" } });
  const [step, setStep] = useState(begun);
  const [over, setOver] = useState<string>();
  const signIn = useMutation({
    mutationFn: (body: typeof form.values) => call(logIn, { body }),
    onSuccess: (answer) => ("step" in answer ? setStep(answer) : enter(answer)),
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
    /** Why it came to nothing, where that is not about one field. */
    refused: (signIn.error instanceof CallError ? signIn.error.fields?._ : undefined) ?? over,
    /** Says why another way in, a passkey, came to nothing. */
    refuse: (message: string) => {
      signIn.reset();
      setOver(message);
    },
    step,
    /** Begins again, and says why. */
    leaveStep: (message?: string) => {
      setStep(undefined);
      setOver(message);
    },
  };
}
