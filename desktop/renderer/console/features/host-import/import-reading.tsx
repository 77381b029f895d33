import { Button, Group, Loader, Progress, Stack, Text } from "@mantine/core";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { stopReading } from "./read-file.ts";
import type { Reading } from "./state.ts";

/** How far the reading of a file is; it can be called off. */
export function ImportReading({ state: { fileName, step, done, all } }: { readonly state: Reading }) {
  const t = useTranslate();
  return (
    <Section title={fileName}>
      <Stack gap="sm">
        <Group gap="xs">
          {step !== "check" && <Loader aria-hidden size="sm" />}
          <Text className="tabular" role="status">
            {t(`console.hostImport.step.${step}`, { done: done.toLocaleString(), all: all.toLocaleString() })}
          </Text>
        </Group>
        {step === "check" && (
          <Progress aria-label={t("console.hostImport.reading")} value={(100 * done) / Math.max(1, all)} />
        )}
        <Button onClick={stopReading} variant="default" w="fit-content">
          {t("console.frame.cancel")}
        </Button>
      </Stack>
    </Section>
  );
}
