import type { HostUserAnswer } from "#contract/people/host-users.ts";
import { FactList } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";

export function HostUserFacts({ user }: { readonly user: HostUserAnswer }) {
  const t = useTranslate();
  return (
    <FactList
      facts={[
        [t("console.hostUsers.loginId"), user.loginId],
        [t("console.hostUsers.role"), t(`console.role.${user.role}`)],
        [t("console.hostUsers.enName"), user.enName],
        [t("console.hostUsers.company"), user.company.name],
        [t("console.hostUsers.department"), user.department],
        [t("console.hostUsers.position"), user.position],
        [t("console.hostUsers.cellPhone"), user.cellPhone],
        [t("console.hostUsers.phone"), user.phone],
        [
          t("console.hostUsers.email"),
          user.emailBounced ? t("console.hostUsers.emailBounced", { email: user.email }) : user.email,
        ],
        [
          t("console.hostUsers.secondFactor"),
          t(user.hasSecondFactor ? "console.hostUsers.hasPassword" : "console.hostUsers.noPassword"),
        ],
        [t("console.hostUsers.lastSignInAt"), user.lastSignInAt ?? t("console.hostUsers.never")],
        [t("console.hostUsers.createdAt"), user.createdAt],
      ]}
    />
  );
}
