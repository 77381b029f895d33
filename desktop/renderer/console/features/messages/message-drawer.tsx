import { Alert, Anchor, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { languageNames } from "#browser/language.ts";
import { type MessageAnswer, maxAttempts } from "#contract/messages/sms.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { destinationOf, MessageStatus, senderOf } from "./columns.tsx";
import styles from "./messages.module.css";
import { messageQuery } from "./queries.ts";
import { RetryMessage } from "./retry-message.tsx";

interface Props {
  /** Undefined closes the drawer. */
  readonly id: number | undefined;
  readonly onClose: () => void;
  readonly onOpenVisit: (id: number) => void;
}

/** Details of a message, with a retry button. */
export function MessageDrawer({ id, onClose, onOpenVisit }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={id !== undefined} onClose={onClose} title={t("console.messages.title")}>
      {id !== undefined && <MessageDetail id={id} key={id} onOpenVisit={onOpenVisit} />}
    </SideDrawer>
  );
}

function MessageDetail({
  id,
  onOpenVisit,
}: {
  readonly id: number;
  readonly onOpenVisit: (id: number) => void;
}) {
  const t = useTranslate();
  const message = useQuery(messageQuery(id, useLanguage()));
  if (message.isPending) return <Skeleton height={320} />;
  if (message.isError && !message.data)
    return <ErrorState onRetry={() => void message.refetch()} error={message.error} />;
  if (!message.data)
    return <EmptyState title={t("console.messages.gone")}>{t("console.messages.goneText")}</EmptyState>;
  return <Loaded message={message.data} onOpenVisit={onOpenVisit} />;
}

interface LoadedProps {
  readonly message: MessageAnswer;
  readonly onOpenVisit: (id: number) => void;
}

function Loaded({ message, onOpenVisit }: LoadedProps) {
  const t = useTranslate();
  const { to, visit, status } = message;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Title order={2} size="h3">
          {to.name || destinationOf(to) || t("console.messages.erasedTo")}
        </Title>
        <MessageStatus status={status} />
      </Group>
      <Text c="dimmed" size="sm">
        {t(`console.messages.means_${status}`)}
      </Text>
      {message.error && (
        <Alert color={status === "failed" ? "red" : "orange"} p="xs">
          {message.error}
        </Alert>
      )}
      <RetryMessage message={message} />
      {message.erased ? (
        <Text c="dimmed">{t("console.messages.erased")}</Text>
      ) : (
        <blockquote className={styles.messageText}>{message.text}</blockquote>
      )}
      <FactList
        facts={[
          [
            t("console.messages.number"),
            to.cellPhone && (
              <span className="tabular" key="number">
                {to.cellPhone}
              </span>
            ),
          ],
          [t("console.messages.email"), to.email],
          [t("console.messages.toKind"), t(`console.messages.to_${to.kind}`)],
          [
            t("console.visit.title"),
            visit && (
              <Anchor component="button" onClick={() => onOpenVisit(visit.id)} type="button">
                {t("console.messages.visit", { name: visit.name, reserveNo: visit.reserveNo })}
              </Anchor>
            ),
          ],
          [t("console.messages.event"), t(`console.messages.event_${message.event}`)],
          [
            t("console.messages.kind"),
            message.kind === "email"
              ? `${t("console.messages.kind_email")} · ${languageNames[message.lang]}`
              : t("console.compose.note", {
                  kind: t(`console.messages.kind_${message.kind}`),
                  bytes: message.bytes.toLocaleString(),
                  language: languageNames[message.lang],
                }),
          ],
          [t("console.messages.sentBy"), senderOf(message, t)],
          [t("console.messages.createdAt"), message.createdAt],
          [t("console.messages.sentAt"), message.sentAt],
          [t("console.messages.nextAttemptAt"), message.nextAttemptAt],
          [
            t("console.messages.attempts"),
            message.attempts > 0 &&
              t("console.messages.tries", { count: message.attempts, most: maxAttempts }),
          ],
          [t("console.messages.provider"), message.status !== "kept" && message.provider],
          [t("console.messages.providerId"), message.providerMessageId],
        ]}
      />
    </Stack>
  );
}
