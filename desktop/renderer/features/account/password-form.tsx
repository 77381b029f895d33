import { Alert, Button, Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { changePassword, passwordChange, shortestPassword } from "#contract/account.ts";
import { PasswordField } from "../../components/password-field.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { passwordRefusals } from "./password-rules.ts";

const empty = { currentPassword: "", newPassword: "", confirmPassword: "" };

type Field = keyof typeof empty;

const fields: readonly { readonly name: Field; readonly autoComplete: string }[] = [
  { name: "currentPassword", autoComplete: "current-password" },
  { name: "newPassword", autoComplete: "new-password" },
  { name: "confirmPassword", autoComplete: "new-password" },
];

/** Changes one's own password. Nothing of it is kept here. */
export function PasswordForm({ loginId }: { readonly loginId: string }) {
  const t = useTranslate();
  const form = useForm({ mode: "uncontrolled", initialValues: empty });

  const refuse = (refusals: Readonly<Record<string, string>>) => {
    form.setErrors(refusals);
    const first = fields.find(({ name }) => refusals[name]);
    if (first) form.getInputNode(first.name)?.focus();
  };
  const change = useMutation({
    mutationFn: (body: typeof empty) => call(changePassword, { body }),
    gcTime: 0,
    onSuccess: () => {
      form.reset();
      toast.success(t("console.account.passwordChanged"), { toastId: "password" });
    },
    onError: (error) => refuse((error instanceof CallError && error.fields) || {}),
  });
  const other = change.error instanceof CallError ? change.error.fields?._ : undefined;

  const submit = (values: typeof empty) => {
    const refusals = passwordRefusals(passwordChange, values);
    if (Object.keys(refusals).length > 0) refuse(refusals);
    else change.mutate(values);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md" maw={360}>
        {/* password managers keep the new password under this name */}
        <input autoComplete="username" hidden readOnly type="text" value={loginId} />
        {other && (
          <Alert color="red" role="alert">
            {other}
          </Alert>
        )}
        {fields.map(({ name, autoComplete }) => (
          <PasswordField
            autoComplete={autoComplete}
            description={
              name === "newPassword"
                ? t("console.account.newPasswordHint", { count: shortestPassword })
                : undefined
            }
            key={form.key(name)}
            label={t(`console.account.${name}`)}
            required
            {...form.getInputProps(name)}
          />
        ))}
        <Button loading={change.isPending} type="submit" w="fit-content">
          {t("console.account.changePassword")}
        </Button>
      </Stack>
    </form>
  );
}
