import { Alert, Button, Group, Text } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly take: () => void;
  readonly keep: () => void;
}

/** Says that somebody else saved the text that is being changed, and asks whose goes on. Nothing is saved before. */
export function Overtaken({ take, keep }: Props) {
  const t = useTranslate();
  return (
    <Alert color="yellow" role="alert">
      <Group justify="space-between">
        <Text size="sm">{t("console.texts.overtaken")}</Text>
        <Group gap="xs">
          <Button onClick={take} size="compact-sm" variant="default">
            {t("console.texts.takeTheirs")}
          </Button>
          <Button onClick={keep} size="compact-sm" variant="default">
            {t("console.texts.keepMine")}
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}
