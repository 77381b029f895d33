import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconDownload, IconPrinter } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { saveFile } from "../../components/export/save-sheets.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import styles from "./second-factor.module.css";

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes to copy, save or print; shown only once. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useTranslate();
  const { copy, copied, error } = useClipboard();
  const language = useLanguage();
  const site = useQuery(siteQuery);
  const text = codes.join("\n");
  return (
    <Stack className={styles.printArea} gap="md">
      <Text className={styles.paperOnly} fw={600}>
        {[site.data?.customerCompany[language], t("console.secondFactor.codesFile")]
          .filter(Boolean)
          .join(" · ")}
      </Text>
      <Alert color="yellow" p="sm" role="status" title={t("console.secondFactor.codesTitle")}>
        {t("console.secondFactor.codesText")}
      </Alert>
      <SimpleGrid cols={2} component="ul" m={0} p={0} spacing="xs">
        {codes.map((code) => (
          <Code component="li" fz="md" key={code} style={{ listStyle: "none" }} ta="center">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group className={styles.screenOnly} gap="xs">
        <Button
          leftSection={copied ? <IconCheck aria-hidden size={16} /> : <IconCopy aria-hidden size={16} />}
          onClick={() => copy(text)}
          variant="default"
        >
          {t(copied ? "console.shell.copied" : "console.secondFactor.copy")}
        </Button>
        <Button
          leftSection={<IconDownload aria-hidden size={16} />}
          onClick={() => saveFile(`${t("console.secondFactor.codesFile")}.txt`, "text/plain", `${text}\n`)}
          variant="default"
        >
          {t("console.secondFactor.save")}
        </Button>
        <Button
          leftSection={<IconPrinter aria-hidden size={16} />}
          onClick={() => window.print()}
          variant="default"
        >
          {t("console.print.print")}
        </Button>
      </Group>
      {error && <Text size="sm">{t("console.secondFactor.copyByHand")}</Text>}
      <Button className={styles.screenOnly} onClick={onDone} w="fit-content">
        {t("console.secondFactor.kept")}
      </Button>
    </Stack>
  );
}
