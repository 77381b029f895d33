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

type Passwords = Partial<typeof empty>;

/**
 * A form of passwords: uncontrolled and without a draft, so that they are not stored.
 * @param initialValues empty, in the order of the fields
 */
export function usePasswordForm<T extends Passwords>(initialValues: T) {
  const form = useForm<T>({ mode: "uncontrolled", initialValues });
  return {
    form,
    /** Shows errors on their fields and focuses the first. */
    showErrors(errors: Readonly<Record<string, string>>) {
      form.setErrors(errors);
      const first = Object.keys(initialValues).find((name) => errors[name]);
      if (first) form.getInputNode(first)?.focus();
    },
  };
}

/** Changes the user's own password. */
export function PasswordForm({ loginId }: { readonly loginId: string }) {
  const t = useTranslate();
  const { form, showErrors } = usePasswordForm(empty);
  const change = useMutation({
    mutationFn: (body: typeof empty) => call(changePassword, { body }),
    gcTime: 0,
    onSuccess: () => {
      form.reset();
      toast.success(t("console.profile.passwordChanged"), { toastId: "password" });
    },
    onError: (error) => showErrors((error instanceof CallError && error.fields) || {}),
  });
  const other = change.error instanceof CallError ? change.error.fields?._ : undefined;

  const submit = (values: typeof empty) => {
    // With all fields filled the server validates, so that a wrong current password is reported together with the rest.
    if (Object.values(values).includes("")) showErrors(checkBody(passwordChange, values) ?? {});
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

interface Props {
  readonly form: Pick<
    UseFormReturnType<Pick<typeof empty, "newPassword" | "confirmPassword">>,
    "key" | "getInputProps"
  >;
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
