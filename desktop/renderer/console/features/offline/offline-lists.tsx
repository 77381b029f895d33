import { Alert, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { formatLongDay } from "#browser/formats.ts";
import { useSiteNow } from "#browser/use-site-now.ts";
import { fromInstant } from "#contract/dates.ts";
import type { Snapshot } from "../../../../ipc.ts";
import { ButtonLink } from "../../components/links.tsx";
import { Section } from "../../components/section.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { useZoneText } from "../../lib/zone-text.ts";
import { OfflineTable } from "./offline-table.tsx";
import { dateOf, type OfflineDay, offlineDays, visitsInside, visitsOfDay } from "./snapshot.ts";

interface Props {
  readonly snapshot: Snapshot;
  readonly day: OfflineDay;
  readonly onDay: (day: OfflineDay) => void;
}

const printIcon = <IconPrinter aria-hidden size={16} />;

/** Lists of the snapshot, to read and print: visitors by day, and visitors inside. */
export function OfflineLists({ snapshot, day, onDay }: Props) {
  const t = useTranslate();
  const language = useLanguage();
  const { timezone, readAt, reader, visits, isLocked, isCut, clockAhead } = snapshot;
  const date = dateOf(day, useSiteNow(timezone));
  const at = fromInstant(new Date(readAt), timezone);
  const zone = useZoneText(timezone);
  const [expected, present] = [visitsOfDay(visits, date), visitsInside(visits)];
  return (
    <>
      <Text fw={600}>
        {t("console.offline.readAt", { at, name: reader })} {zone}
      </Text>
      {clockAhead !== 0 && <Alert color="yellow">{t("console.offline.clockAhead")}</Alert>}
      {isCut && <Alert color="yellow">{t("console.offline.cut")}</Alert>}
      <Section
        hint={t("console.offline.evacuationHint")}
        title={`${t("console.print.evacuation")} ${t("console.print.people", { count: present.length })}`}
      >
        <ButtonLink
          data-print
          leftSection={printIcon}
          params={{ kind: "evacuation" }}
          to="/offline/print/$kind"
          w="fit-content"
        >
          {t("console.offline.printEvacuation")}
        </ButtonLink>
      </Section>
      {isLocked ? (
        <Alert>{t("console.offline.locked")}</Alert>
      ) : (
        <Section
          hint={formatLongDay(date, language)}
          title={`${t("console.print.passes")} ${t("console.print.people", { count: expected.length })}`}
        >
          <Stack gap="sm">
            <Group align="center" justify="space-between">
              <SegmentedControl
                aria-label={t("console.offline.day")}
                data={offlineDays.map((value) => ({ value, label: t(`console.offline.${value}`) }))}
                onChange={(value) => onDay(value)}
                value={day}
              />
              <ButtonLink
                leftSection={printIcon}
                params={{ kind: "passes" }}
                search={{ day }}
                to="/offline/print/$kind"
              >
                {t("console.offline.printPasses")}
              </ButtonLink>
            </Group>
            <OfflineTable day={date} visits={expected} />
          </Stack>
        </Section>
      )}
    </>
  );
}
