import { Alert, Button, Code, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconCheck, IconCopy, IconDownload } from "@tabler/icons-react";
import { saveFile } from "../../components/export/save-sheets.ts";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Recovery codes, to be copied or kept as a file that can be printed: they are not shown again. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useTranslate();
  const { copy, copied, error } = useClipboard();
  const text = codes.join("\n");
  return (
    <Stack gap="md">
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
      <Group gap="xs">
        <Button
          leftSection={copied ? <IconCheck aria-hidden size={16} /> : <IconCopy aria-hidden size={16} />}
          onClick={() => copy(text)}
          variant="default"
        >
          {t(copied ? "console.secondFactor.copied" : "console.secondFactor.copy")}
        </Button>
        <Button
          leftSection={<IconDownload aria-hidden size={16} />}
          onClick={() => saveFile(`${t("console.secondFactor.codesFile")}.txt`, "text/plain", `${text}\n`)}
          variant="default"
        >
          {t("console.secondFactor.save")}
        </Button>
      </Group>
      {error && <Text size="sm">{t("console.secondFactor.copyByHand")}</Text>}
      <Button onClick={onDone} w="fit-content">
        {t("console.secondFactor.kept")}
      </Button>
    </Stack>
  );
}
