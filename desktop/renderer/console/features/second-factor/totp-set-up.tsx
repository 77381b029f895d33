import { Button, Code, List, Stack, Text } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { encode } from "uqr";
import type { TotpSecret } from "#contract/people/second-factor.ts";
import { Form } from "../../components/form.tsx";
import { CallError } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { CodeField } from "./code-field.tsx";
import styles from "./second-factor.module.css";

interface Props<Answer> {
  readonly secret: TotpSecret;
  readonly confirm: (code: string) => Promise<Answer>;
  readonly onConfirmed: (answer: Answer) => void;
  /** What is wrong apart from the code. */
  readonly onRefused?: (message: string) => void;
}

/** Joins an authenticator app: its QR code, the same to type, and the first code that proves it. */
export function TotpSetUp<Answer>({ secret, confirm, onConfirmed, onRefused }: Props<Answer>) {
  const t = useTranslate();
  const [code, setCode] = useState("");
  const confirmation = useMutation({
    mutationFn: confirm,
    gcTime: 0,
    onSuccess: onConfirmed,
    onError: (error) => {
      const other = error instanceof CallError ? error.fields?._ : undefined;
      if (other) onRefused?.(other);
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
        <QrCode text={secret.url} />
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

/** Dark on white in either colour scheme: not every camera reads the opposite. */
function QrCode({ text }: { readonly text: string }) {
  const t = useTranslate();
  const { data, size } = encode(text, { ecc: "M", border: 2 });
  const path = data
    .flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  return (
    <svg
      aria-label={t("console.secondFactor.qr")}
      className={styles.qr}
      role="img"
      shapeRendering="crispEdges"
      viewBox={`0 0 ${size} ${size}`}
    >
      <rect className={styles.paper} height={size} width={size} />
      <path d={path} />
    </svg>
  );
}
