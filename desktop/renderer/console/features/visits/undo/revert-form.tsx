import { Alert, List, Text } from "@mantine/core";
import type { MessageAnswer } from "#contract/messages/sms.ts";
import { useTranslate } from "../../../lib/language.ts";
import { ReasonForm, reasonDraft } from "../reason-form.tsx";
import type { useRevert } from "./use-revert.ts";

interface SentProps {
  readonly messages: readonly MessageAnswer[];
  /** What becomes of them. */
  readonly hint: string;
}

/** What was sent about a visit, before something is taken back that it spoke of. */
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

/** Why something is taken back, below what was sent since; nothing while nobody asks. */
export function RevertForm({ visitId, revert }: Props) {
  const t = useTranslate();
  const { ask } = revert;
  if (!ask) return null;
  const { action, needsReason, sent } = ask;
  return (
    <ReasonForm
      action={t(`console.undo.${action}`)}
      draft={reasonDraft(action, visitId)}
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
