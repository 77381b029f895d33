import { Alert, Button, List, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { mostBatchRows } from "#contract/host-users.ts";
import { saveSheet } from "../../components/export/sheets.ts";
import { FileDrop } from "../../components/file-drop.tsx";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { importFields } from "./import-fields.ts";
import { mostRows } from "./messages.ts";
import { readFile } from "./read-file.ts";
import type { Unreadable } from "./state.ts";

const xlsx = { "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": [".xlsx"] };
const mostBytes = 30 * 1024 * 1024;

/** The template, what goes where in it, and the place for the filled file. */
export function ImportStart({ unreadable }: { readonly unreadable: Unreadable | undefined }) {
  const t = useTranslate();
  const save = () =>
    saveSheet(
      t("console.hostImport.templateFile"),
      importFields.map((field) => ({
        heading: t(`console.hostUsers.${field}`),
        width: 18,
        value: () => null,
      })),
      [],
    );
  return (
    <>
      <Section hint={t("console.hostImport.templateHint")} title={t("console.hostImport.template")}>
        <List size="sm" spacing={4}>
          <List.Item>{t("console.hostImport.ruleNeeded")}</List.Item>
          <List.Item>{t("console.hostImport.ruleCompany")}</List.Item>
          <List.Item>{t("console.hostImport.ruleRole")}</List.Item>
          <List.Item>
            {t("console.hostImport.ruleMany", {
              batch: mostBatchRows.toLocaleString(),
              most: mostRows.toLocaleString(),
            })}
          </List.Item>
        </List>
        <Button
          leftSection={<IconDownload aria-hidden size={16} />}
          onClick={() => void save()}
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
                  most: mostRows.toLocaleString(),
                })}
              </Text>
            </Alert>
          )}
          <FileDrop
            accept={xlsx}
            hint={t("console.hostImport.dropHint")}
            label={t("console.hostImport.drop")}
            maxSize={mostBytes}
            onFiles={([file]) => file && readFile(file)}
          />
        </Stack>
      </Section>
    </>
  );
}
