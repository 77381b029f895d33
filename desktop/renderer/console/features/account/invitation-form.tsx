import { Alert, Button, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "react-toastify/unstyled";
import { acceptInvitation } from "#contract/invitations.ts";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { NewPassword } from "./new-password.tsx";
import { passwordRefusals } from "./password-rules.ts";

const empty = { newPassword: "", confirmPassword: "" };
const fields = ["newPassword", "confirmPassword"] as const;

interface Props {
  readonly token: string;
  readonly loginId: string;
}

/** Chooses the first password of an account; afterwards one signs in by it. */
export function InvitationForm({ token, loginId }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const form = useForm({ mode: "uncontrolled", initialValues: empty });

  const refuse = (refusals: Readonly<Record<string, string>>) => {
    form.setErrors(refusals);
    const first = fields.find((name) => refusals[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  const accept = useMutation({
    mutationFn: (values: typeof empty) => call(acceptInvitation, { body: { token, ...values } }),
    gcTime: 0,
    onSuccess: () => {
      toast.success(t("console.invitation.done"), { toastId: "invitation" });
      void navigate({ to: "/login", replace: true });
    },
    onError: (error) => refuse((error instanceof CallError && error.fields) || {}),
  });
  const refused = accept.error instanceof CallError ? accept.error.fields : undefined;
  const other = refused?.token ?? refused?._;

  const submit = (values: typeof empty) => {
    const refusals = passwordRefusals(acceptInvitation.body, { token, ...values } as typeof empty);
    if (Object.keys(refusals).length > 0) refuse(refusals);
    else accept.mutate(values);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        {other && (
          <Alert color="red" role="alert">
            {other}
          </Alert>
        )}
        <Text>
          {t("console.login.loginId")} <strong>{loginId}</strong>
        </Text>
        {/* password managers keep the new password under this name */}
        <input autoComplete="username" hidden readOnly type="text" value={loginId} />
        <NewPassword form={form} />
        <Button fullWidth loading={accept.isPending} size="md" type="submit">
          {t("console.invitation.submit")}
        </Button>
      </Stack>
    </form>
  );
}
