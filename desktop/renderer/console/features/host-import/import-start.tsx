import { Alert, Button, Group, List, Loader, Progress, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { maxBatchRows } from "#contract/people/host-users.ts";
import { saveSheets } from "../../components/export/save-sheets.ts";
import { FileDrop } from "../../components/file-drop.tsx";
import { Section } from "../../components/section.tsx";
import { failureText, warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { allCompaniesQuery } from "../reference-data/queries.ts";
import { exampleLoginId, maxRows } from "./import-sheet.ts";
import { type Reading, readFile, stopReading, type Unreadable } from "./import-state.ts";
import { templateSheets } from "./template-sheets.ts";

const xlsx = { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"] };
const maxFileBytes = 30 * 1024 * 1024;

/** Template download with its rules, and the upload of the filled file. */
export function ImportStart({ unreadable }: { readonly unreadable: Unreadable | undefined }) {
  const t = useTranslate();
  const save = async () => {
    const companies = await queryClient.query({ ...allCompaniesQuery, staleTime: "static" });
    await saveSheets(t("console.hostImport.templateFile"), templateSheets(t, companies));
  };
  return (
    <>
      <Section hint={t("console.hostImport.templateHint")} title={t("console.hostImport.template")}>
        <List size="sm" spacing={4}>
          <List.Item>{t("console.hostImport.ruleNeeded")}</List.Item>
          <List.Item>{t("console.hostImport.ruleExample", { loginId: exampleLoginId })}</List.Item>
          <List.Item>{t("console.hostImport.ruleCompany")}</List.Item>
          <List.Item>{t("console.hostImport.ruleRole")}</List.Item>
          <List.Item>
            {t("console.hostImport.ruleMany", {
              batch: maxBatchRows.toLocaleString(),
              most: maxRows.toLocaleString(),
            })}
          </List.Item>
        </List>
        <Button
          leftSection={<IconDownload aria-hidden size={16} />}
          onClick={() => save().catch((error: unknown) => warn(failureText(error)))}
          variant="default"
          w="fit-content"
        >
          {t("console.hostImport.templateSave")}
        </Button>
      </Section>
      <Section title={t("console.hostImport.file")}>
        <Stack gap="sm">
          {unreadable && (
            <Alert color="red" role="alert" title={unreadable.fileName}>
              <Text>
                {t(`console.hostImport.fault.${unreadable.fault}`, {
                  fields: unreadable.missing.map((field) => t(`console.hostUsers.${field}`)).join(", "),
                  most: maxRows.toLocaleString(),
                })}
              </Text>
            </Alert>
          )}
          <FileDrop
            accept={xlsx}
            hint={t("console.hostImport.dropHint")}
            label={t("console.hostImport.drop")}
            maxSize={maxFileBytes}
            onFiles={([file]) => file && readFile(file)}
          />
        </Stack>
      </Section>
    </>
  );
}

/** Progress of reading a file, with a cancel button. */
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
          {t("console.shell.cancel")}
        </Button>
      </Stack>
    </Section>
  );
}
