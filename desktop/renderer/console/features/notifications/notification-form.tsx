import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useState } from "react";
import type { AttentionChoice } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { useTranslate } from "../../lib/language.ts";
import { chooseAttention, playTone, useAttentionSettings } from "./notification-settings.ts";

/** Notifications and sound on this computer; every change is saved immediately. */
export function NotificationForm() {
  const t = useTranslate();
  const { isAllowed, notifications, sound } = useAttentionSettings();
  const [state, setState] = useState<"saved" | "notSaved">();
  const set = (change: Partial<AttentionChoice>) =>
    void chooseAttention(change).then(
      () => setState("saved"),
      () => setState("notSaved"),
    );
  return (
    <Stack gap="md">
      {desktopApp && (
        <Switch
          checked={isAllowed && notifications}
          description={t("console.attention.notificationsHint")}
          disabled={!isAllowed}
          label={t("console.attention.notifications")}
          onChange={(event) => set({ notifications: event.currentTarget.checked })}
        />
      )}
      <Group align="flex-start" gap="md" justify="space-between">
        <Switch
          checked={isAllowed && sound}
          description={t(desktopApp ? "console.attention.soundHint" : "console.attention.soundHintBrowser")}
          disabled={!isAllowed}
          label={t("console.attention.sound")}
          onChange={(event) => set({ sound: event.currentTarget.checked })}
        />
        <Button
          disabled={!isAllowed}
          onClick={() => void playTone().catch(() => undefined)}
          size="compact-sm"
          variant="default"
        >
          {t("console.attention.try")}
        </Button>
      </Group>
      <Text c="dimmed" role="status" size="sm">
        {!isAllowed && t("console.attention.notAllowed")}
        {isAllowed && state === "saved" && t("console.profile.saved")}
        {isAllowed && state === "notSaved" && t("console.attention.notSaved")}
      </Text>
    </Stack>
  );
}
