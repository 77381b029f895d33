import { Text } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import { useUpdates } from "../../lib/use-updates.ts";

/** Says quietly that a newer version waits for the app to be closed. */
export function UpdateNote() {
  const t = useTranslate();
  const update = useUpdates();
  return (
    <Text c="dimmed" px="xs" role="status" size="xs">
      {update?.state === "ready" && t("console.desktop.ready", { version: update.version })}
    </Text>
  );
}
