import { Input, SegmentedControl, Select, Stack, Switch, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { languageNames, languages } from "#browser/language.ts";
import { messageChannels } from "#contract/channel.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import { colourSchemes, type Preferences, tableDensities } from "#contract/people/preferences.ts";
import { useTranslate } from "../../lib/language.ts";
import { startScreensOf } from "../../lib/navigation.ts";
import { useChangePreferences, usePreferences } from "../../lib/preferences.ts";
import { may } from "../../lib/session.ts";

/** Represents null in controls that only accept strings. */
const none = "-";

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly children: (labelId: string) => ReactNode;
}

function Choice({ id, label, children }: ChoiceProps) {
  return (
    <div>
      <Input.Label component="span" id={id}>
        {label}
      </Input.Label>
      <div>{children(id)}</div>
    </div>
  );
}

/** The user's own preferences; every change is applied and saved immediately. */
export function PreferencesForm({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const { language, colourScheme, startScreen, tableDensity, scanSound, messageChannel } = usePreferences();
  const change = useChangePreferences();
  const screens = startScreensOf(user);
  const set = (next: Partial<Preferences>) => change.mutate(next);
  return (
    <Stack gap="md">
      <Choice id="preferred-language" label={t("console.shell.language")}>
        {(labelId) => (
          <SegmentedControl
            aria-labelledby={labelId}
            data={[
              { value: none, label: t("console.profile.deviceLanguage") },
              ...languages.map((value) => ({ value, label: languageNames[value] })),
            ]}
            onChange={(next) => set({ language: next === none ? null : next })}
            value={language ?? none}
          />
        )}
      </Choice>
      <Choice id="preferred-colours" label={t("console.shell.colours")}>
        {(labelId) => (
          <SegmentedControl
            aria-labelledby={labelId}
            data={colourSchemes.map((value) => ({ value, label: t(`console.shell.${value}`) }))}
            onChange={(next) => set({ colourScheme: next })}
            value={colourScheme}
          />
        )}
      </Choice>
      <Choice id="preferred-density" label={t("console.profile.tableDensity")}>
        {(labelId) => (
          <SegmentedControl
            aria-labelledby={labelId}
            data={tableDensities.map((value) => ({ value, label: t(`console.profile.${value}`) }))}
            onChange={(next) => set({ tableDensity: next })}
            value={tableDensity}
          />
        )}
      </Choice>
      <Choice id="preferred-channel" label={t("console.profile.messageChannel")}>
        {(labelId) => (
          <>
            <SegmentedControl
              aria-labelledby={labelId}
              data={messageChannels.map((value) => ({ value, label: t(`console.profile.channel_${value}`) }))}
              onChange={(next) => set({ messageChannel: next })}
              value={messageChannel}
            />
            <Text c="dimmed" size="xs">
              {t("console.profile.messageChannelHint")}
            </Text>
          </>
        )}
      </Choice>
      {screens.length > 1 && (
        <Select
          allowDeselect={false}
          data={[
            { value: none, label: t("console.profile.defaultScreen") },
            ...screens.map((value) => ({ value, label: t(`console.profile.${value}`) })),
          ]}
          label={t("console.profile.startScreen")}
          maw={280}
          onChange={(next) => set({ startScreen: next === none ? null : next })}
          value={startScreen && screens.includes(startScreen) ? startScreen : none}
        />
      )}
      {may(user, "desk") && (
        <Switch
          checked={scanSound}
          description={t("console.scan.soundHint")}
          label={t("console.scan.sound")}
          onChange={(event) => set({ scanSound: event.currentTarget.checked })}
        />
      )}
      <Text c="dimmed" role="status" size="sm">
        {change.isSuccess && t("console.profile.saved")}
        {change.isError && t("console.profile.notSaved")}
      </Text>
    </Stack>
  );
}
