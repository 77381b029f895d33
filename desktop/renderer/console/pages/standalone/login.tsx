import { Alert, Anchor, Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import type { CurrentUser } from "#contract/people/account.ts";
import { visitLinkPath } from "#contract/visits/visit-links.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { LanguageSelect } from "../../components/language-select.tsx";
import { lazyPart } from "../../components/lazy-part.tsx";
import { PasswordField } from "../../components/password-field.tsx";
import { BrowserSignIn } from "../../features/company-sign-in/browser-sign-in.tsx";
import { CompanySignIn } from "../../features/company-sign-in/company-sign-in.tsx";
import { canUsePasskeys } from "../../features/second-factor/passkey-support.ts";
import { useSignIn } from "../../features/sign-in/use-sign-in.ts";
import { useServerName } from "../../lib/connectivity.ts";
import { isHandedOver } from "../../lib/hand-over.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { sessionQuery } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";
import { setDraftOwner } from "../../stores/drafts.ts";
import styles from "./login.module.css";

const route = getRouteApi("/login");

/** Password of the demonstration accounts (db/seeds); not part of the text, so that it does not wrap. */
const demonstrationPassword = "visit-demo-2026!";

const OfflineListsLink = lazyPart(
  async () => (await import("../../features/offline/offline-note.tsx")).OfflineListsLink,
);
/** With the WebAuthn library, which the first screen does not need. Absent if it fails to load. */
const PasskeyButton = lazyPart(
  () =>
    import("../../features/second-factor/passkey-button.tsx").then(
      (loaded) => loaded.PasskeyButton,
      () => () => null,
    ),
  <div style={{ height: 42 }} />,
);
/** Loaded on demand: few sites use a second factor. */
const SecondStep = lazyPart(
  async () => (await import("../../features/second-factor/second-step.tsx")).SecondStep,
);

/** Sign-in; returns to the previous screen (docs/behaviour.md, "Public site" and "Console failures"). */
export function LoginPage() {
  const t = useTranslate();
  const language = useLanguage();
  const { back, problem } = route.useSearch();
  const router = useRouter();
  const configuration = useQuery(siteQuery);
  const enter = (user: CurrentUser) => {
    queryClient.setQueryData(sessionQuery(language).queryKey, user);
    setDraftOwner(user.id);
    // through the router, which stays below /dash
    void router.navigate({ href: back ?? "/", replace: true });
  };
  const { form, step, leaveStep, submit, isBusy, formError, showError } = useSignIn(
    route.useLoaderData(),
    enter,
  );
  const company = configuration.data?.customerCompany[language];

  return (
    <main className={styles.page}>
      <title>{t("console.login.title")}</title>
      <Paper className={styles.card} p={32} radius="lg" withBorder>
        {step ? (
          <SecondStep onBack={leaveStep} onSignedIn={enter} {...step} />
        ) : (
          <form noValidate onSubmit={submit}>
            <Stack gap="md">
              <div>
                <Text c="dimmed">{company}</Text>
                <Title order={1} size="h2">
                  {t("console.login.heading")}
                </Title>
              </div>
              {isHandedOver() && (
                <Alert color="orange">
                  {t("console.login.handedOver")}{" "}
                  <Anchor href={visitLinkPath} inherit underline="always">
                    {t("console.login.toVisitor")}
                  </Anchor>
                </Alert>
              )}
              {formError && (
                <Alert color="red" role="alert">
                  {formError}
                </Alert>
              )}
              <TextInput
                autoCapitalize="none"
                autoComplete="username"
                autoFocus
                key={form.key("loginId")}
                label={t("console.login.loginId")}
                spellCheck={false}
                {...form.getInputProps("loginId")}
              />
              <PasswordField
                autoComplete="current-password"
                key={form.key("password")}
                label={t("console.login.password")}
                {...form.getInputProps("password")}
              />
              <Button fullWidth loading={isBusy} size="md" type="submit">
                {t("console.login.submit")}
              </Button>
              {desktopApp ? (
                <BrowserSignIn
                  hasCompanySignIn={configuration.data?.companySignIn ?? false}
                  onSignedIn={enter}
                />
              ) : (
                configuration.data?.companySignIn && <CompanySignIn back={back} problem={problem} />
              )}
              {canUsePasskeys() && <PasskeyButton onRefused={showError} onSignedIn={enter} />}
            </Stack>
          </form>
        )}
      </Paper>
      <div className={styles.footer}>
        {configuration.data?.demonstration && (
          <Text c="dimmed" size="sm" ta="center">
            {t("console.login.demonstration")} <span className="nowrap">{demonstrationPassword}</span>
          </Text>
        )}
        {desktopApp && <ServerNote />}
        {desktopApp && <OfflineListsLink />}
        <LanguageSelect />
      </div>
    </main>
  );
}

/** In the app: shows the server, with a link to change it. */
function ServerNote() {
  const t = useTranslate();
  return (
    <Text c="dimmed" size="sm" ta="center">
      {useServerName()}{" "}
      <Anchor href="/" inherit underline="always">
        {t("console.shell.changeServer")}
      </Anchor>
    </Text>
  );
}
