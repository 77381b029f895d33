import { Alert, Button, Skeleton, Stack, Text } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import {
  getOwnCompanyAccount,
  removeOwnCompanyLink,
  startOwnCompanyLink,
} from "#contract/people/own-company-account.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { PasswordPrompt } from "../../components/password-prompt.tsx";
import { Section } from "../../components/section.tsx";
import { call, read } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/account");

const accountQuery = queryOptions({
  queryKey: ["account", "company"],
  queryFn: ({ signal }) => read(getOwnCompanyAccount, {}, signal),
});

/** The user's own company account; renders nothing if the site has no company sign-in. */
export function OwnCompanyAccountSection() {
  const t = useTranslate();
  const site = useQuery(siteQuery);
  if (!site.data?.companySignIn) return null;
  return (
    <Section hint={t("console.companySignIn.own.hint")} title={t("console.companySignIn.own.title")}>
      <OwnCompanyAccount />
    </Section>
  );
}

/** Links and unlinks the account; both require the password. */
function OwnCompanyAccount() {
  const t = useTranslate();
  const { company: outcome } = route.useSearch();
  const account = useQuery(accountQuery);
  const [isPromptOpen, setIsPromptOpen] = useState(false);
  if (account.isPending) return <Skeleton height={64} />;
  if (account.isLoadingError)
    return <ErrorState onRetry={() => void account.refetch()} error={account.error} />;
  const { linked, rolesByGroup, isOnlyWay } = account.data;
  const label = t(linked ? "console.companySignIn.own.unlink" : "console.companySignIn.own.link");
  const linkOrUnlink = async ({ currentPassword }: { currentPassword: string }) => {
    const body = { currentPassword };
    if (!linked) {
      const { address } = await call(startOwnCompanyLink, { body });
      location.assign(address);
      return;
    }
    queryClient.setQueryData(accountQuery.queryKey, await call(removeOwnCompanyLink, { body }));
    void queryClient.invalidateQueries({ queryKey: ["account"] });
    toast.success(t("console.companySignIn.own.unlinked"), { toastId: "companyAccount" });
    setIsPromptOpen(false);
  };
  const linkAction = isPromptOpen ? (
    <PasswordPrompt label={label} onCancel={() => setIsPromptOpen(false)} onConfirm={linkOrUnlink} />
  ) : (
    <Button onClick={() => setIsPromptOpen(true)} variant="default" w="fit-content">
      {label}
    </Button>
  );
  return (
    <Stack gap="sm">
      {outcome && (outcome !== "linked" || linked) && (
        <Alert
          color={outcome === "linked" ? "green" : "red"}
          role={outcome === "linked" ? "status" : "alert"}
        >
          {t(`console.companySignIn.own.outcome.${outcome}`)}
        </Alert>
      )}
      <Text>
        {linked ? t("console.companySignIn.own.linked", linked) : t("console.companySignIn.own.none")}
      </Text>
      {rolesByGroup && (
        <Text c="dimmed">
          {t(linked ? "console.companySignIn.own.rolesLinked" : "console.companySignIn.own.roles")}
        </Text>
      )}
      {linked && isOnlyWay && <Text c="dimmed">{t("console.companySignIn.own.onlyWay")}</Text>}
      {linked && !isOnlyWay && <Text c="dimmed">{t("console.companySignIn.own.unlinkHint")}</Text>}
      {!linked && desktopApp && <Text c="dimmed">{t("console.companySignIn.own.app")}</Text>}
      {linked ? !isOnlyWay && linkAction : !desktopApp && linkAction}
    </Stack>
  );
}
