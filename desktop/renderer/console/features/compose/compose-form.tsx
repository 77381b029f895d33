import { Button, ScrollArea, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { useAskBeforeUnload } from "../../lib/forms/ask-before-unload.ts";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, scopeOf, useCurrentUser } from "../../lib/session.ts";
import { hostUserQuery } from "../host-users/queries.ts";
import { type ComposeValues, emptyMessage } from "../messages/compose-values.ts";
import { MessagePreview } from "../messages/message-preview.tsx";
import styles from "../messages/messages.module.css";
import { TextSection } from "../messages/text-section.tsx";
import { useSend } from "../messages/use-send.ts";
import { RecipientPicker } from "./recipient-picker.tsx";
import { PhoneNumberForm, SelectedRecipients } from "./selected-recipients.tsx";
import { useRecipients } from "./use-recipients.ts";

interface Props {
  /** A visit to preselect. */
  readonly visitId: number | undefined;
  /** A host user to preselect. */
  readonly hostId: number | undefined;
  readonly onSent: (ids: readonly number[]) => void;
}

/**
 * Recipients, text, and a preview per recipient; restores a draft. Apart from the other messages, because it lists visits,
 * whose drawer uses messages.
 */
export function ComposeForm({ visitId, hostId, onSent }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = scopeOf(user, "sms") === "own";
  const form = useDraftForm<ComposeValues>("compose", emptyMessage);
  const { visits, numbers, text } = form.values;
  // recipients given in the URL are selected again after a reload
  useAskBeforeUnload(text !== "" || numbers.length > 0);
  const { recipients, messageOf, bytes, templates } = useRecipients(form.values);
  const [shownIndex, setShownIndex] = useState(0);
  const shown = Math.min(shownIndex, Math.max(0, recipients.length - 1));
  const { submit, isPending } = useSend(form, onSent);
  const change = (next: Partial<ComposeValues>) => {
    form.clearErrors();
    form.setValues(next);
  };
  const choose = (ids: readonly number[], isChosen: boolean) => {
    const others = visits.filter((id) => !ids.includes(id));
    change({ visits: isChosen ? [...visits, ...ids.filter((id) => !visits.includes(id))] : others });
  };
  const remove = (index: number) =>
    index < visits.length
      ? change({ visits: visits.filter((_, at) => at !== index) })
      : change({ numbers: numbers.filter((_, at) => at !== index - visits.length) });
  const errorOf = (index: number) =>
    ["visitID", "cellPhone", "name"].map((field) => form.errors[`to.${index}.${field}`]).find(Boolean) as
      | string
      | undefined;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once per recipient in the URL
  useEffect(() => {
    if (visitId !== undefined) choose([visitId], true);
  }, [visitId]);

  const hostUser = useQuery({
    ...hostUserQuery(hostId ?? 0, useLanguage()),
    enabled: hostId !== undefined && may(user, "referenceData.read"),
  }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per recipient in the URL
  useEffect(() => {
    if (!hostUser?.cellPhone || numbers.some(({ cellPhone }) => cellPhone === hostUser.cellPhone)) return;
    change({ numbers: [...numbers, { cellPhone: hostUser.cellPhone, name: hostUser.name }] });
  }, [hostUser?.id]);

  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <div className={styles.columns}>
        <Section title={t("console.compose.recipients")}>
          {recipients.length > 0 && (
            <ScrollArea.Autosize mah={260} tabIndex={-1} type="auto">
              <SelectedRecipients
                recipients={recipients}
                errorOf={errorOf}
                onRemove={remove}
                onShow={setShownIndex}
                shown={shown}
              />
            </ScrollArea.Autosize>
          )}
          <RecipientPicker chosen={visits} onChoose={choose} />
          {!isOwn && (
            <PhoneNumberForm known={numbers} onAdd={(number) => change({ numbers: [...numbers, number] })} />
          )}
        </Section>
        <Section title={t("console.compose.text")}>
          <TextSection bytes={bytes} form={form} onChange={change} templates={templates} />
          <Stack gap={4}>
            <Button
              leftSection={<IconSend aria-hidden size={16} />}
              loading={isPending}
              size="md"
              type="submit"
            >
              {t(recipients.length > 0 ? "console.compose.send" : "console.compose.sendNone", {
                count: recipients.length,
              })}
            </Button>
            {form.isChanged && (
              <Button disabled={isPending} onClick={form.forget} variant="subtle">
                {t("console.compose.clear")}
              </Button>
            )}
            <Text c="dimmed" size="xs" ta="center">
              {t("console.compose.sendHint")}
            </Text>
          </Stack>
        </Section>
        <Section title={t("console.compose.preview")}>
          <MessagePreview
            recipients={recipients}
            index={shown}
            messageOf={messageOf}
            onShow={setShownIndex}
            text={form.values.text}
          />
        </Section>
      </div>
    </Form>
  );
}
