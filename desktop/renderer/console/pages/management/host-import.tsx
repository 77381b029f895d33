import { Group, Stack, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { ButtonLink } from "../../components/links.tsx";
import { ImportLoaded } from "../../features/host-import/import-loaded.tsx";
import { ImportReading, ImportStart } from "../../features/host-import/import-start.tsx";
import { useImport } from "../../features/host-import/import-state.ts";
import { useTranslate } from "../../lib/language.ts";

/** Imports host users from an .xlsx file. */
export function HostImportPage() {
  const t = useTranslate();
  const state = useImport();
  return (
    <Stack gap="md">
      <title>{t("console.hostImport.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.hostImport.title")}
        </Title>
        <ButtonLink leftSection={<IconArrowLeft aria-hidden size={16} />} to="/host-users" variant="default">
          {t("console.hostImport.back")}
        </ButtonLink>
      </Group>
      {state?.stage === "loaded" && <ImportLoaded key={state.fileName} state={state} />}
      {state?.stage === "reading" && <ImportReading state={state} />}
      {(!state || state.stage === "unreadable") && <ImportStart unreadable={state} />}
    </Stack>
  );
}
