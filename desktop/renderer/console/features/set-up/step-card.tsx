import { Button, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheckFilled, IconCircleDashed, IconPlus } from "@tabler/icons-react";
import { useIsMutating } from "@tanstack/react-query";
import { useState } from "react";
import type { SetUpAnswer, SetUpStep } from "#contract/site/set-up.ts";
import { codeKinds } from "#contract/site/user-codes.ts";
import { ButtonLink } from "../../components/links.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { AddPasses } from "../passes/add-passes.tsx";
import { mutationKeyOf, type TemplateStep, templateSteps } from "./apply-templates.ts";
import styles from "./set-up.module.css";
import { MessagesState, UnfinishedTexts } from "./step-details.tsx";
import { TemplateAction } from "./template-action.tsx";

const hasTemplate = (key: string): key is TemplateStep => (templateSteps as readonly string[]).includes(key);

interface Props {
  readonly step: SetUpStep;
  readonly channels: SetUpAnswer["channels"];
}

/** A required or recommended step, with its state and how to complete it. */
export function StepCard({ step, channels }: Props) {
  const { key, done: isDone, needed, count, texts } = step;
  const t = useTranslate();
  const user = useCurrentUser();
  const name = t(`console.setUp.step_${key}`);
  const mayApplyTemplates = may(user, "referenceData") && may(user, "texts");
  const isRunning = useIsMutating({ mutationKey: mutationKeyOf(key) }) > 0;
  const done = isDone && !isRunning;
  const state = done ? "done" : needed ? "needed" : "useful";
  const badges = { done: "exited", needed: "entered", useful: "ended" } as const;
  const Icon = done ? IconCircleCheckFilled : IconCircleDashed;
  return (
    <Paper aria-label={name} component="section" p="md" radius="lg" withBorder>
      <div className={styles.step}>
        <Icon aria-hidden className={styles.stepIcon} data-done={done || undefined} size={26} stroke={1.5} />
        <Stack align="flex-start" gap="xs">
          <Group gap="xs">
            <Title order={2} size="h5">
              {name}
            </Title>
            <StatusBadge code={badges[state]} name={t(`console.setUp.${state}`)} />
          </Group>
          <Text c="dimmed" size="sm">
            {t(`console.setUp.why_${key}`)}
          </Text>
          {texts.length > 0 && <UnfinishedTexts step={step} />}
          {!done && mayApplyTemplates && hasTemplate(key) && (
            <TemplateAction step={key} unfinished={texts.map(({ id }) => id)} />
          )}
          {key === "contacts" && count > 0 && (
            <Text size="sm">
              {t("console.setUp.unreachable", { count })}{" "}
              {channels.email && !channels.sms && t("console.setUp.emailOnly")}
            </Text>
          )}
          {key === "messages" && <MessagesState channels={channels} step={step} />}
          {!done && key === "passes" && may(user, "passes") && <PassesAction />}
        </Stack>
        <StepLink step={key} />
      </div>
    </Paper>
  );
}

/** Adds a number range of passes. */
function PassesAction() {
  const t = useTranslate();
  const [isAdding, setAdding] = useState(false);
  const close = () => {
    setAdding(false);
    void queryClient.invalidateQueries({ queryKey: ["setUp"] });
  };
  return (
    <>
      <Button
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={() => setAdding(true)}
        size="compact-sm"
      >
        {t("console.passes.addOpen")}
      </Button>
      <AddPasses isOpen={isAdding} isRange isVehicle={false} onClose={close} />
    </>
  );
}

/** Link to the screen of a step. */
function StepLink({ step }: { readonly step: SetUpStep["key"] }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const buttonProps = { size: "compact-sm", variant: "default" } as const;
  switch (step) {
    case "company":
    case "logo":
      return (
        <ButtonLink
          {...buttonProps}
          search={{ at: step === "logo" ? "logo" : "customerCompany.ko" }}
          to="/configuration"
        >
          {t("console.nav.configuration")}
        </ButtonLink>
      );
    case "purposes":
    case "places":
      return (
        <ButtonLink
          {...buttonProps}
          params={{ kind: step === "places" ? `${codeKinds.place}` : `${codeKinds.purpose}` }}
          to="/codes/$kind"
        >
          {t("console.nav.codes")}
        </ButtonLink>
      );
    case "companies":
      return (
        <ButtonLink {...buttonProps} to="/companies">
          {t("console.nav.companies")}
        </ButtonLink>
      );
    case "passes":
      return (
        <ButtonLink {...buttonProps} to="/passes">
          {t("console.nav.visitorPasses")}
        </ButtonLink>
      );
    case "contacts":
      return (
        <ButtonLink {...buttonProps} search={{ status: "active", unreachable: true }} to="/host-users">
          {t("console.setUp.showThem")}
        </ButtonLink>
      );
    case "desk":
    case "privacyOfficer":
      if (!may(user, "referenceData")) return null;
      return (
        <ButtonLink
          {...buttonProps}
          search={{ user: "new", newRole: step === "desk" ? "desk" : "privacy" }}
          to="/host-users"
        >
          {t(step === "desk" ? "console.setUp.inviteDesk" : "console.setUp.inviteOfficer")}
        </ButtonLink>
      );
    case "messages":
      return (
        <ButtonLink {...buttonProps} to="/messages">
          {t("console.nav.sent")}
        </ButtonLink>
      );
    case "hosts":
      return (
        <ButtonLink {...buttonProps} to="/host-users">
          {t("console.nav.hostUsers")}
        </ButtonLink>
      );
    case "policy":
    case "terms":
      if (!may(user, "texts")) return null;
      return (
        <ButtonLink {...buttonProps} to={step === "policy" ? "/policies" : "/terms"}>
          {t(step === "policy" ? "console.nav.policies" : "console.nav.terms")}
        </ButtonLink>
      );
  }
}
