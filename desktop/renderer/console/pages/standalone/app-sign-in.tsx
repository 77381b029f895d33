import { Alert, Anchor, Button, Paper, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { logOut, makeAppCode } from "#contract/people/account.ts";
import { LanguageSelect } from "../../components/language-select.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import styles from "./login.module.css";

const route = getRouteApi("/app-sign-in");

/** Sign-in page for the desktop app in the browser: hands the session over to the app and signs the browser out. */
export function AppSignInPage() {
  const t = useTranslate();
  const { challenge } = route.useSearch();
  const { user } = route.useRouteContext();
  const navigate = useNavigate();
  const switchUser = useMutation({
    mutationFn: () => call(logOut, { body: {} }),
    onSuccess: async () => {
      await navigate({ to: "/login", search: { back: `/app-sign-in?challenge=${challenge}` } });
      queryClient.clear();
    },
  });
  const handOver = useMutation({
    mutationFn: async () => {
      const { code } = await call(makeAppCode, { body: { challenge } });
      return `visit://sign-in/${code}`;
    },
    onSuccess: (address) => {
      queryClient.clear();
      location.assign(address);
    },
  });
  return (
    <main className={styles.page}>
      <title>{t("console.companySignIn.appTitle")}</title>
      <Paper className={styles.card} p={32} radius="lg" withBorder>
        <Stack gap="md">
          <Title order={1} size="h2">
            {t(handOver.data ? "console.companySignIn.appDone" : "console.companySignIn.appTitle")}
          </Title>
          {handOver.data ? (
            <>
              <Text>{t("console.companySignIn.appDoneText")}</Text>
              <Anchor href={handOver.data}>{t("console.companySignIn.appAgain")}</Anchor>
            </>
          ) : (
            <>
              <Text>{t("console.companySignIn.appText", { name: user.name, loginId: user.loginId })}</Text>
              {handOver.isError && (
                <Alert color="red" role="alert">
                  {t("console.companySignIn.problem.refused")}
                </Alert>
              )}
              <Button fullWidth loading={handOver.isPending} onClick={() => handOver.mutate()} size="md">
                {t("console.companySignIn.appGo")}
              </Button>
              <Button
                fullWidth
                loading={switchUser.isPending}
                onClick={() => switchUser.mutate()}
                variant="default"
              >
                {t("console.companySignIn.appOther")}
              </Button>
            </>
          )}
        </Stack>
      </Paper>
      <div className={styles.footer}>
        <LanguageSelect />
      </div>
    </main>
  );
}
