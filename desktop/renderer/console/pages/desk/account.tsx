import { Stack, Title } from "@mantine/core";
import { FactList, Section } from "../../components/section.tsx";
import { PasswordForm } from "../../features/account/password-form.tsx";
import { PreferencesForm } from "../../features/account/preferences-form.tsx";
import { PublicSearch } from "../../features/account/public-search.tsx";
import { OwnSessions } from "../../features/account/sessions.tsx";
import { OwnCompanyAccountSection } from "../../features/company-sign-in/own-company-account.tsx";
import { NotificationForm } from "../../features/notifications/notification-form.tsx";
import { OwnPasskeys } from "../../features/second-factor/own-passkeys.tsx";
import { OwnSecondFactor } from "../../features/second-factor/own-second-factor.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useCurrentUser } from "../../lib/session.ts";

/** 내 계정: the user's profile, preferences, password and sessions. */
export function AccountPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  return (
    <Stack gap="md" maw={720}>
      <title>{t("console.profile.page")}</title>
      <Title order={1} size="h3">
        {t("console.account.title")}
      </Title>
      <Section hint={t("console.profile.profileHint")} title={t("console.profile.profile")}>
        <FactList
          facts={[
            [t("console.profile.name"), [user.name, user.enName].filter(Boolean).join(" · ")],
            [t("console.login.loginId"), user.loginId],
            [
              t("console.visit.company"),
              [user.company.name, user.department, user.position].filter(Boolean).join(" · "),
            ],
            [t("console.account.role"), t(`console.role.${user.role}`)],
          ]}
        />
      </Section>
      <Section title={t("console.profile.publicSearch")}>
        <PublicSearch user={user} />
      </Section>
      <Section hint={t("console.profile.preferencesHint")} title={t("console.profile.preferences")}>
        <PreferencesForm user={user} />
      </Section>
      <Section hint={t("console.attention.hint")} title={t("console.attention.title")}>
        <NotificationForm />
      </Section>
      <Section hint={t("console.profile.passwordHint")} title={t("console.account.password")}>
        <PasswordForm loginId={user.loginId} />
      </Section>
      <OwnCompanyAccountSection />
      <Section hint={t("console.secondFactor.hint")} title={t("console.secondFactor.title")}>
        <OwnSecondFactor />
      </Section>
      <Section hint={t("console.secondFactor.passkeysHint")} title={t("console.secondFactor.passkeys")}>
        <OwnPasskeys />
      </Section>
      <Section hint={t("console.sessions.hint")} title={t("console.sessions.title")}>
        <OwnSessions />
      </Section>
    </Stack>
  );
}
