import { Button, Code, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { TotpSecret } from "#contract/people/second-factor.ts";
import { Form } from "../../components/form.tsx";
import { QrCode } from "../../components/qr-code.tsx";
import { CallError } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { CodeField } from "./code-field.tsx";
import styles from "./second-factor.module.css";

interface Props<Answer> {
  readonly secret: TotpSecret;
  readonly confirm: (code: string) => Promise<Answer>;
  readonly onConfirmed: (answer: Answer) => void;
  /** Called for errors that do not concern the code. */
  readonly onRefused?: (message: string) => void;
}

/** Sets up an authenticator app: QR code, secret to type, and confirmation by the first code. */
export function TotpSetUp<Answer>({ secret, confirm, onConfirmed, onRefused }: Props<Answer>) {
  const t = useTranslate();
  const [code, setCode] = useState("");
  const confirmation = useMutation({
    mutationFn: confirm,
    gcTime: 0,
    onSuccess: onConfirmed,
    onError: (error) => {
      const formError = error instanceof CallError ? error.fields?._ : undefined;
      if (formError) onRefused?.(formError);
    },
  });
  const error = confirmation.error instanceof CallError ? confirmation.error.fields?.code : undefined;
  return (
    <Form isBusy={confirmation.isPending} onSubmit={() => confirmation.mutate(code)}>
      <Stack gap="md">
        <List size="sm" spacing="xs" type="ordered">
          <List.Item>{t("console.secondFactor.scan")}</List.Item>
          <List.Item>{t("console.secondFactor.type")}</List.Item>
        </List>
        <QrCode label={t("console.secondFactor.qr")} text={secret.url} />
        <div>
          <Text size="sm">{t("console.secondFactor.secret")}</Text>
          <Code className={styles.secret} fz="md">
            {secret.secret}
          </Code>
        </div>
        <CodeField error={error} onChange={setCode} value={code} />
        <Button loading={confirmation.isPending} type="submit" w="fit-content">
          {t("console.secondFactor.confirm")}
        </Button>
      </Stack>
    </Form>
  );
}
