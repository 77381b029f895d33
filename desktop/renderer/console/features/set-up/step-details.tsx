import { Button, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type SetUpAnswer, type SetUpStep, sendTestMessages } from "#contract/site/set-up.ts";
import { ButtonLink, TextLink } from "../../components/links.tsx";
import { call } from "../../lib/api.ts";
import { failureText } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import styles from "./set-up.module.css";

/** Published texts with placeholders, each with a link to a new version. */
export function UnfinishedTexts({ step: { key, texts } }: { readonly step: SetUpStep }) {
  const t = useTranslate();
  return (
    <ul className={styles.drafts}>
      {texts.map(({ id, title, placeholders }) => {
        const label = t("console.setUp.newVersion");
        const props = { size: "compact-sm", variant: "default" } as const;
        return (
          <li key={id}>
            {title}{" "}
            <Text c="var(--status-entered)" component="span" size="sm">
              {t("console.setUp.left", { count: placeholders })}
            </Text>{" "}
            {key === "policy" ? (
              <ButtonLink {...props} params={{ id: "new" }} search={{ from: String(id) }} to="/policies/$id">
                {label}
              </ButtonLink>
            ) : (
              <ButtonLink {...props} params={{ id: String(id) }} to="/terms/$id">
                {label}
              </ButtonLink>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface MessagesProps {
  readonly step: SetUpStep;
  readonly channels: SetUpAnswer["channels"];
}

/** The configured channels, messages that were not sent, and a test. */
export function MessagesState({
  step: { count },
  channels: { sms, email, codes, undelivered },
}: MessagesProps) {
  const t = useTranslate();
  const mayTest = may(useCurrentUser(), "referenceData");
  const off = t("console.setUp.channelOff");
  return (
    <Stack align="flex-start" gap="xs">
      <Text size="sm">{t("console.setUp.channels", { sms: sms || off, email: email || off })}</Text>
      {!sms && (codes || email) && (
        <Text c="var(--status-entered)" size="sm">
          {t(codes ? "console.setUp.codesNeedSms" : "console.setUp.visitorsNeedSms")}
        </Text>
      )}
      {undelivered > 0 && (
        <TextLink size="sm" to="/messages">
          {t("console.setUp.undelivered", { count: undelivered })}
        </TextLink>
      )}
      {count > 0 && (
        <TextLink search={{ status: "kept" }} size="sm" to="/messages">
          {t("console.setUp.notSent", { count })}
        </TextLink>
      )}
      {mayTest && <TestButton />}
    </Stack>
  );
}

/** Sends test messages to the administrator and shows the results. */
function TestButton() {
  const t = useTranslate();
  const user = useCurrentUser();
  const test = useMutation({ mutationFn: () => call(sendTestMessages, { body: {} }) });
  return (
    <>
      <Button
        leftSection={<IconSend aria-hidden size={16} />}
        loading={test.isPending}
        onClick={() => test.mutate()}
        size="compact-sm"
      >
        {t("console.setUp.test")}
      </Button>
      <div aria-live="polite">
        {test.isError && (
          <Text c="var(--status-rejected)" size="sm">
            {failureText(test.error)}
          </Text>
        )}
        {test.data?.map(({ channel, outcome, to, error }) => (
          <Text key={channel} size="sm">
            {`${t(`console.setUp.channel_${channel}`)}: ${t(`console.setUp.test_${outcome}`, { to })} ${error}`}
          </Text>
        ))}
        {test.data?.some(({ outcome }) => outcome === "noRecipient") && (
          <TextLink search={{ user: user.id }} size="sm" to="/host-users">
            {t("console.setUp.ownContact")}
          </TextLink>
        )}
      </div>
    </>
  );
}
