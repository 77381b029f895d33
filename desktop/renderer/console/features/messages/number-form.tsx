import { Button, Group, Stack, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type KeyboardEvent, useState } from "react";
import { parseAnyPhone } from "#contract/phone.ts";
import { errorText } from "../../lib/check-body.ts";
import { useTranslate } from "../../lib/language.ts";
import { formatMobile } from "../../lib/mobile.ts";
import type { TypedNumber } from "./compose-values.ts";

interface Props {
  readonly known: readonly TypedNumber[];
  readonly onAdd: (number: TypedNumber) => void;
}

/** A number of somebody without a visit, typed in. */
export function NumberForm({ known, onAdd }: Props) {
  const t = useTranslate();
  const [name, setName] = useState("");
  const [cellPhone, setCellPhone] = useState("");
  const [error, setError] = useState<string>();
  const add = () => {
    const number = parseAnyPhone(cellPhone);
    if (number === undefined) return setError(errorText(cellPhone.trim() ? "format" : "required"));
    if (known.some((one) => one.cellPhone === number)) return setError(errorText("recipientTwice"));
    onAdd({ cellPhone: number, name: name.trim() });
    setName("");
    setCellPhone("");
    setError(undefined);
  };
  // Inside the message's form, which Enter would send.
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
            setCellPhone(formatMobile(event.currentTarget.value, cellPhone));
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
