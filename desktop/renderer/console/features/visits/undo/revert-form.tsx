import { Alert, List, Text } from "@mantine/core";
import type { MessageAnswer } from "#contract/messages/sms.ts";
import { useTranslate } from "../../../lib/language.ts";
import { ReasonForm, reasonKey } from "../reason-form.tsx";
import type { useRevert } from "./use-revert.ts";

interface SentProps {
  readonly messages: readonly MessageAnswer[];
  readonly hint: string;
}

/** Messages already sent about an action that is about to be undone. */
export function SentMessages({ messages, hint }: SentProps) {
  const t = useTranslate();
  if (messages.length === 0) return null;
  return (
    <Alert color="orange" p="xs" title={t("console.undo.sent", { count: messages.length })}>
      <List size="sm" spacing={4}>
        {messages.map(({ id, to, text, createdAt }) => (
          <List.Item key={id}>
            <Text c="dimmed" className="tabular" size="xs">
              {createdAt} · {to.name}
            </Text>
            {text}
          </List.Item>
        ))}
      </List>
      <Text mt={6} size="sm">
        {hint}
      </Text>
    </Alert>
  );
}

interface Props {
  readonly visitId: number;
  readonly revert: ReturnType<typeof useRevert>;
}

/** Asks for the reason for undoing an action, below the messages sent since; renders nothing without a prompt. */
export function RevertForm({ visitId, revert }: Props) {
  const t = useTranslate();
  const { prompt } = revert;
  if (!prompt) return null;
  const { action, needsReason, sent } = prompt;
  return (
    <ReasonForm
      action={t(`console.undo.${action}`)}
      draftKey={reasonKey(action, visitId)}
      error={revert.error}
      isPending={revert.isPending}
      isRequired={needsReason}
      label={t(needsReason ? `console.undo.${action}Reason` : "console.reason.note")}
      onCancel={revert.cancel}
      onSubmit={revert.send}
    >
      <SentMessages hint={t("console.undo.sentStays")} messages={sent} />
    </ReasonForm>
  );
}
