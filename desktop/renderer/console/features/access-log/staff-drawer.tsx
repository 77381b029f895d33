import { Group, Stack, Text, Title } from "@mantine/core";
import { FactList } from "../../components/fact-list.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { roleWord } from "./access-labels.ts";
import { callName } from "./calls.ts";
import { Flags } from "./flags.tsx";
import type { StaffMonth } from "./staff-table.tsx";
import { VisitLinks } from "./visit-links.tsx";

interface Props {
  readonly one: StaffMonth | undefined;
  readonly onClose: () => void;
}

/** One person's month: how often they did what, and which numbers they uncovered for which reason. */
export function StaffDrawer({ one, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={one !== undefined} onClose={onClose} title={t("console.access.monthOf")}>
      {one && (
        <Stack gap="md">
          <Group gap="xs">
            <Title order={2} size="h4">
              {one.hostUser.name}
            </Title>
            <Text c="dimmed">{roleWord(one.hostUser, t)}</Text>
          </Group>
          <Flags unusual={one.unusual} />
          <FactList
            facts={[
              [t("console.access.calls"), one.calls.toLocaleString()],
              [t("console.access.people"), one.people.toLocaleString()],
              [t("console.access.outOfHours"), one.outOfHours.toLocaleString()],
              [t("console.access.reveals"), one.reveals.toLocaleString()],
            ]}
          />
          <Title order={3} size="h5">
            {t("console.access.byWhat")}
          </Title>
          <FactList
            facts={one.byWhat.map(({ what, calls }) => [callName(what, t), calls.toLocaleString()])}
          />
          {one.latestReveals.length > 0 && (
            <>
              <Title order={3} size="h5">
                {t("console.access.latestReveals")}
              </Title>
              <Text c="dimmed" size="xs">
                {t("console.access.visitNumbersHint")}
              </Text>
              {one.latestReveals.map(({ at, reason, visitIds }) => (
                <div key={`${at}-${visitIds.join("-")}-${reason}`}>
                  <Text c="dimmed" className="tabular" size="xs">
                    {at}
                  </Text>
                  <Text>{reason}</Text>
                  <VisitLinks ids={visitIds} />
                </div>
              ))}
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}
