import { Alert, Button, Stack } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { changePassword, minPasswordLength, passwordChange } from "#contract/people/account.ts";
import { PasswordField } from "../../components/password-field.tsx";
import { CallError, call } from "../../lib/api.ts";
import { checkBody } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";

const empty = { currentPassword: "", newPassword: "", confirmPassword: "" };

const fields = ["currentPassword", "newPassword", "confirmPassword"] as const;

/** Changes the user's own password. Uncontrolled and without a draft, so that passwords are not stored. */
export function PasswordForm({ loginId }: { readonly loginId: string }) {
  const t = useTranslate();
  const form = useForm({ mode: "uncontrolled", initialValues: empty });

  const refuse = (refusals: Readonly<Record<string, string>>) => {
    form.setErrors(refusals);
    const first = fields.find((name) => refusals[name]);
    if (first) form.getInputNode(first)?.focus();
  };
  const change = useMutation({
    mutationFn: (body: typeof empty) => call(changePassword, { body }),
    gcTime: 0,
    onSuccess: () => {
      form.reset();
      toast.success(t("console.profile.passwordChanged"), { toastId: "password" });
    },
    onError: (error) => refuse((error instanceof CallError && error.fields) || {}),
  });
  const other = change.error instanceof CallError ? change.error.fields?._ : undefined;

  const submit = (values: typeof empty) => {
    const refusals = checkBody(passwordChange, values) ?? {};
    // With all fields filled the server validates, so that a wrong current password is reported together with the rest.
    if (fields.some((name) => values[name] === "")) refuse(refusals);
    else change.mutate(values);
  };
  return (
    <form noValidate onSubmit={form.onSubmit(submit)}>
      <Stack gap="md" maw={360}>
        {/* tells password managers which account the new password belongs to */}
        <input autoComplete="username" hidden readOnly type="text" value={loginId} />
        {other && (
          <Alert color="red" role="alert">
            {other}
          </Alert>
        )}
        <PasswordField
          autoComplete="current-password"
          key={form.key("currentPassword")}
          label={t("console.profile.currentPassword")}
          required
          {...form.getInputProps("currentPassword")}
        />
        <NewPassword form={form} />
        <Button loading={change.isPending} type="submit" w="fit-content">
          {t("console.profile.changePassword")}
        </Button>
      </Stack>
    </form>
  );
}

type Passwords = Readonly<Record<"newPassword" | "confirmPassword", string>>;

interface Props {
  readonly form: Pick<UseFormReturnType<Passwords>, "key" | "getInputProps">;
}

/** New password and its confirmation. */
export function NewPassword({ form }: Props) {
  const t = useTranslate();
  return (["newPassword", "confirmPassword"] as const).map((name) => (
    <PasswordField
      autoComplete="new-password"
      description={
        name === "newPassword"
          ? t("console.profile.newPasswordHint", { count: minPasswordLength })
          : undefined
      }
      key={form.key(name)}
      label={t(`console.profile.${name}`)}
      required
      {...form.getInputProps(name)}
    />
  ));
}
