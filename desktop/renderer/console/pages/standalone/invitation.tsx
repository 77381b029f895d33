import { Alert, Anchor, Paper, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { checkInvitation } from "#contract/invitations.ts";
import { Failure } from "../../components/empty-state.tsx";
import { LanguageSelect } from "../../components/language-select.tsx";
import { InvitationForm } from "../../features/account/invitation-form.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./login.module.css";

const route = getRouteApi("/invitation/$token");

/** Where the link of an invitation leads: a new or reset account gets its password (decisions, "Sign-in"). */
export function InvitationPage() {
  const t = useTranslate();
  const language = useLanguage();
  const { token } = route.useParams();
  const company = useQuery(siteQuery).data?.customerCompany[language];
  const invited = useQuery({
    queryKey: ["invitation", token, language],
    queryFn: ({ signal }) => call(checkInvitation, { body: { token } }, { signal }),
    retry: false,
    gcTime: 0,
  });
  const over = invited.error instanceof CallError ? invited.error.fields?.token : undefined;
  return (
    <main className={styles.page}>
      <title>{t("console.invitation.page")}</title>
      <Paper className={styles.card} p={32} radius="lg" withBorder>
        <Stack gap="md">
          <div>
            <Text c="dimmed">{company}</Text>
            <Title order={1} size="h2">
              {invited.data
                ? t("console.invitation.welcome", { name: invited.data.name })
                : t("console.invitation.title")}
            </Title>
          </div>
          {invited.isPending && <Skeleton height={200} />}
          {over && (
            <Alert color="red" role="alert">
              {over}
            </Alert>
          )}
          {invited.isError && !over && <Failure again={() => void invited.refetch()} error={invited.error} />}
          {invited.data && <InvitationForm loginId={invited.data.loginId} token={token} />}
          <Anchor component={Link} size="sm" to="/login">
            {t("console.invitation.toLogin")}
          </Anchor>
        </Stack>
      </Paper>
      <div className={styles.foot}>
        <LanguageSelect />
      </div>
    </main>
  );
}
