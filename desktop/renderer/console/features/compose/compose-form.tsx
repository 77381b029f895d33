import { Button, ScrollArea, Stack, Text } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { useAskBeforeUnload } from "../../lib/forms/ask-before-unload.ts";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, reach, useCurrentUser } from "../../lib/session.ts";
import { hostUserQuery } from "../host-users/queries.ts";
import { ShownMessage } from "../messages/message-preview.tsx";
import styles from "../messages/messages.module.css";
import { TextSection } from "../messages/text-section.tsx";
import { type ComposeValues, emptyMessage, useSend } from "../messages/use-send.ts";
import { ChosenList, NumberForm } from "./chosen-recipients.tsx";
import { RecipientPicker, useAddressees } from "./recipient-picker.tsx";

interface Props {
  /** Somebody to write to from the start. */
  readonly visit: number | undefined;
  /** A host user to write to from the start. */
  readonly host: number | undefined;
  readonly onSent: (ids: readonly number[]) => void;
}

/** Recipients, text, and what each of them will see; a draft of it is restored. */
export function ComposeForm({ visit, host, onSent }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const isOwn = reach(user, "sms") === "own";
  const form = useDraftForm<ComposeValues>("compose", emptyMessage);
  const { visits, numbers, text } = form.values;
  // whom the address names is chosen again by it
  useAskBeforeUnload(text !== "" || numbers.length > 0);
  const { addressees, messageOf, bytes, templates } = useAddressees(form.values);
  const [wanted, setWanted] = useState(0);
  const shown = Math.min(wanted, Math.max(0, addressees.length - 1));
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for whoever the address names
  useEffect(() => {
    if (visit !== undefined) choose([visit], true);
  }, [visit]);

  const named = useQuery({
    ...hostUserQuery(host ?? 0, useLanguage()),
    enabled: host !== undefined && may(user, "referenceData.read"),
  }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for whoever the address names
  useEffect(() => {
    if (!named?.cellPhone || numbers.some(({ cellPhone }) => cellPhone === named.cellPhone)) return;
    change({ numbers: [...numbers, { cellPhone: named.cellPhone, name: named.name }] });
  }, [named?.id]);

  return (
    <Form isBusy={isPending} onSubmit={submit}>
      <div className={styles.columns}>
        <Section title={t("console.compose.recipients")}>
          {addressees.length > 0 && (
            <ScrollArea.Autosize mah={260} tabIndex={-1} type="auto">
              <ChosenList
                addressees={addressees}
                errorOf={errorOf}
                onRemove={remove}
                onShow={setWanted}
                shown={shown}
              />
            </ScrollArea.Autosize>
          )}
          <RecipientPicker chosen={visits} onChoose={choose} />
          {!isOwn && (
            <NumberForm known={numbers} onAdd={(number) => change({ numbers: [...numbers, number] })} />
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
              {t(addressees.length > 0 ? "console.compose.send" : "console.compose.sendNone", {
                count: addressees.length,
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
          <ShownMessage
            addressees={addressees}
            index={shown}
            messageOf={messageOf}
            onShow={setWanted}
            text={form.values.text}
          />
        </Section>
      </div>
    </Form>
  );
}
