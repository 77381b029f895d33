import { Alert, Anchor, Button, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { toast } from "react-toastify/unstyled";
import { acceptInvitation, checkInvitation, startInvitedSignIn } from "#contract/people/invitations.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import { NewPassword, usePasswordForm } from "../../features/account/password-form.tsx";
import { CallError, call } from "../../lib/api.ts";
import { checkBody } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./login.module.css";

/** Target of invitation links: sets the password of a new or reset account, or links a company account (docs/behaviour.md, "Sign-in"). */
export function InvitationPage() {
  const t = useTranslate();
  const language = useLanguage();
  const token = useLocation({ select: ({ hash }) => hash });
  const site = useQuery(siteQuery).data;
  const invited = useQuery({
    queryKey: ["invitation", token, language],
    queryFn: ({ signal }) => call(checkInvitation, { body: { token } }, { signal }),
    retry: false,
    gcTime: 0,
  });
  const tokenError = invited.error instanceof CallError ? invited.error.fields?.token : undefined;
  return (
    <main className={styles.page}>
      <title>{t("console.invitation.page")}</title>
      <Paper className={styles.card} p={32} radius="lg" withBorder>
        <Stack gap="md">
          <div>
            <Text c="dimmed">{site?.customerCompany[language]}</Text>
            <Title order={1} size="h2">
              {invited.data
                ? t("console.invitation.welcome", { name: invited.data.name })
                : t("console.invitation.title")}
            </Title>
          </div>
          {invited.isPending && <Skeleton height={200} />}
          {tokenError && (
            <Alert color="red" role="alert">
              {tokenError}
            </Alert>
          )}
          {invited.isError && !tokenError && (
            <ErrorState onRetry={() => void invited.refetch()} error={invited.error} />
          )}
          {invited.data && (
            <Text>
              {t("console.login.loginId")} <strong>{invited.data.loginId}</strong>
            </Text>
          )}
          {invited.data && !invited.data.isCompanyOnly && (
            <InvitationForm loginId={invited.data.loginId} token={token} />
          )}
          {invited.data && site?.companySignIn && <CompanySignInButton token={token} />}
          <Anchor component={Link} size="sm" to="/login">
            {t("console.invitation.toLogin")}
          </Anchor>
        </Stack>
      </Paper>
      <div className={styles.footer}>
        <LanguageSelect />
      </div>
    </main>
  );
}

/** Links the company account, and signs in with it. */
function CompanySignInButton({ token }: { readonly token: string }) {
  const t = useTranslate();
  const start = useMutation({
    mutationFn: () => call(startInvitedSignIn, { body: { token } }),
    gcTime: 0,
    onSuccess: ({ address }) => location.assign(address),
  });
  const refused = start.error instanceof CallError ? start.error : undefined;
  if (desktopApp) return <Text c="dimmed">{t("console.companySignIn.own.app")}</Text>;
  return (
    <>
      {refused?.fields?.token && (
        <Alert color="red" role="alert">
          {refused.fields.token}
        </Alert>
      )}
      <Button fullWidth loading={start.isPending} onClick={() => start.mutate()} size="md" variant="default">
        {t("console.invitation.company")}
      </Button>
    </>
  );
}

const empty = { newPassword: "", confirmPassword: "" };

interface Props {
  readonly token: string;
  readonly loginId: string;
}

/** Sets the account's password; the user then signs in with it. */
function InvitationForm({ token, loginId }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { form, showErrors } = usePasswordForm(empty);
  const accept = useMutation({
    mutationFn: (values: typeof empty) => call(acceptInvitation, { body: { token, ...values } }),
    gcTime: 0,
    onSuccess: () => {
      toast.success(t("console.invitation.done"), { toastId: "invitation" });
      void navigate({ to: "/login", replace: true });
    },
    onError: (error) => showErrors((error instanceof CallError && error.fields) || {}),
  });
  const refused = accept.error instanceof CallError ? accept.error.fields : undefined;
  const other = refused?.token ?? refused?._;

  const submit = (values: typeof empty) => {
    const errors = checkBody(acceptInvitation.body, { token, ...values });
    if (errors) showErrors(errors);
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
        {/* password managers save the new password under this name */}
        <input autoComplete="username" hidden readOnly type="text" value={loginId} />
        <NewPassword form={form} />
        <Button fullWidth loading={accept.isPending} size="md" type="submit">
          {t("console.invitation.submit")}
        </Button>
      </Stack>
    </form>
  );
}
