import { Anchor, Text } from "@mantine/core";
import { useTranslate } from "../lib/language.ts";
import { useServerName } from "../lib/server.ts";

/** Before anybody has signed in to the app: to which server they would, and the way to another. */
export function ServerNote() {
  const t = useTranslate();
  return (
    <Text c="dimmed" size="sm" ta="center">
      {useServerName()}{" "}
      <Anchor href="/" inherit underline="always">
        {t("console.frame.changeServer")}
      </Anchor>
    </Text>
  );
}
