import { Button, CloseButton, Group, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { formatPhone, parsePhone } from "#contract/phone.ts";
import { errorText } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import type { Recipient, TypedNumber } from "../messages/compose-values.ts";
import styles from "../messages/messages.module.css";

interface SelectedRecipientsProps {
  readonly recipients: readonly Recipient[];
  /** Index of the recipient whose message is shown. */
  readonly shown: number;
  readonly onShow: (index: number) => void;
  readonly onRemove: (index: number) => void;
  readonly errorOf: (index: number) => string | undefined;
}

/** The selected recipients; clicking one shows their message. */
export function SelectedRecipients({
  recipients,
  shown,
  onShow,
  onRemove,
  errorOf,
}: SelectedRecipientsProps) {
  const t = useTranslate();
  return (
    <ul aria-label={t("console.compose.recipients")} className={styles.recipients}>
      {recipients.map(({ key, name, cellPhone }, index) => {
        const error = errorOf(index);
        return (
          <li className={styles.recipient} data-shown={index === shown || undefined} key={key}>
            <UnstyledButton
              aria-pressed={index === shown}
              className={styles.recipientName}
              onClick={() => onShow(index)}
            >
              <Text component="span" fw={600} size="sm">
                {name}
              </Text>{" "}
              {cellPhone !== name && (
                <Text c="dimmed" className="tabular" component="span" size="sm">
                  {cellPhone || t("console.compose.noNumber")}
                </Text>
              )}
            </UnstyledButton>
            <CloseButton
              aria-label={t("console.compose.remove", { name })}
              onClick={() => onRemove(index)}
              size="sm"
            />
            {error && (
              <Text c="var(--mantine-color-error)" className={styles.error} role="alert" size="sm">
                {error}
              </Text>
            )}
          </li>
        );
      })}
    </ul>
  );
}

interface PhoneNumberFormProps {
  readonly known: readonly TypedNumber[];
  readonly onAdd: (number: TypedNumber) => void;
}

/** Adds a phone number that belongs to no visit. */
export function PhoneNumberForm({ known, onAdd }: PhoneNumberFormProps) {
  const t = useTranslate();
  const [name, setName] = useState("");
  const [cellPhone, setCellPhone] = useState("");
  const [error, setError] = useState<string>();
  const add = () => {
    const number = parsePhone(cellPhone);
    if (number === undefined) return setError(errorText(cellPhone.trim() ? "format" : "required"));
    if (known.some((one) => one.cellPhone === number)) return setError(errorText("recipientTwice"));
    onAdd({ cellPhone: number, name: name.trim() });
    setName("");
    setCellPhone("");
    setError(undefined);
  };
  // Enter would submit the surrounding message form.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    add();
  };
  return (
    <Stack align="flex-start" gap="xs" role="group" aria-label={t("console.compose.typed")}>
      <Group align="flex-start" gap="xs" w="100%" wrap="nowrap">
        <TextInput
          autoComplete="off"
          error={error}
          flex="1 1 140px"
          inputMode="tel"
          label={t("console.person.cellphone")}
          maxLength={30}
          onChange={(event) => {
            setCellPhone(formatPhone(event.currentTarget.value, cellPhone));
            setError(undefined);
          }}
          onKeyDown={onKeyDown}
          value={cellPhone}
        />
        <TextInput
          autoComplete="off"
          flex="1 1 90px"
          label={t("console.person.name")}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          value={name}
        />
      </Group>
      <Button
        leftSection={<IconPlus aria-hidden size={16} />}
        onClick={add}
        size="compact-sm"
        variant="default"
      >
        {t("console.compose.addNumber")}
      </Button>
    </Stack>
  );
}
