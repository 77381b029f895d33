import { Group, Stack, Text, Title } from "@mantine/core";
import type { AccessReviewAnswer, AccessRow } from "#contract/privacy/access-log.ts";
import { TextLink } from "../../components/links.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { Flags, type StaffMonth } from "./columns.tsx";
import { callName, readerName, readerRole, reasonLabel, whoseLabel } from "./labels.ts";

interface AccessDrawerProps {
  readonly row: AccessRow | undefined;
  readonly onClose: () => void;
}

/** Details of one access log entry. */
export function AccessDrawer({ row, onClose }: AccessDrawerProps) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={row !== undefined} onClose={onClose} title={t("console.access.entry")}>
      {row && (
        <Stack gap="md">
          <Title order={2} size="h4">
            {callName(row.what, t)}
          </Title>
          <FactList
            facts={[
              [
                t("console.access.at"),
                <span className="tabular" key="at">
                  {row.at}
                </span>,
              ],
              [t("console.access.who"), `${readerName(row)} (${readerRole(row, t)})`],
              [t("console.access.address"), row.address],
              [t("console.access.path"), row.what],
              [t("console.access.whose"), whoseLabel(row, t)],
              [t("console.access.reason"), reasonLabel(row.reason, t)],
            ]}
          />
          {row.visitIds.length > 0 && (
            <>
              <Title order={3} size="h5">
                {t("console.access.visitNumbers")}
              </Title>
              <Text c="dimmed" size="xs">
                {t("console.access.visitNumbersHint")}
              </Text>
              <VisitLinks ids={row.visitIds} />
            </>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

interface StaffDrawerProps {
  readonly reader: StaffMonth | undefined;
  readonly onClose: () => void;
}

/** One reader's month: counts per call, then the reasons for unmasked numbers and for check-ins without consent. */
export function StaffDrawer({ reader, onClose }: StaffDrawerProps) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={reader !== undefined} onClose={onClose} title={t("console.access.monthOf")}>
      {reader && (
        <Stack gap="md">
          <Group gap="xs">
            <Title order={2} size="h4">
              {readerName(reader)}
            </Title>
            <Text c="dimmed">{readerRole(reader, t)}</Text>
          </Group>
          <Flags unusual={reader.unusual} />
          <FactList
            facts={[
              [t("console.access.calls"), reader.calls.toLocaleString()],
              [t("console.access.people"), reader.people.toLocaleString()],
              [t("console.access.outOfHours"), reader.outOfHours.toLocaleString()],
              [t("console.access.reveals"), reader.reveals.toLocaleString()],
              [t("console.access.withoutConsent"), reader.withoutConsent.toLocaleString()],
              [t("console.access.numberSearches"), reader.numberSearches.toLocaleString()],
              [t("console.access.numberMisses"), reader.numberMisses.toLocaleString()],
            ]}
          />
          <Title order={3} size="h5">
            {t("console.access.byWhat")}
          </Title>
          <FactList
            facts={reader.byWhat.map(({ what, calls }) => [callName(what, t), calls.toLocaleString()])}
          />
          <Reasons latest={reader.latestReveals} title={t("console.access.latestReveals")} />
          <Reasons latest={reader.latestWithoutConsent} title={t("console.access.latestWithoutConsent")} />
        </Stack>
      )}
    </SideDrawer>
  );
}

interface ReasonsProps {
  readonly title: string;
  readonly latest: AccessReviewAnswer["staff"][number]["latestReveals"];
}

/** Latest entries of an action that requires a reason, newest first. */
function Reasons({ title, latest }: ReasonsProps) {
  const t = useTranslate();
  if (latest.length === 0) return null;
  return (
    <>
      <Title order={3} size="h5">
        {title}
      </Title>
      <Text c="dimmed" size="xs">
        {t("console.access.visitNumbersHint")}
      </Text>
      {latest.map(({ at, reason, visitIds }) => (
        <div key={`${at}-${visitIds.join("-")}-${reason}`}>
          <Text c="dimmed" className="tabular" size="xs">
            {at}
          </Text>
          <Text>{reasonLabel(reason, t)}</Text>
          <VisitLinks ids={visitIds} />
        </div>
      ))}
    </>
  );
}

/** Links to visits by id. The drawer of a destroyed visit says that it no longer exists. */
function VisitLinks({ ids }: { readonly ids: readonly number[] }) {
  const t = useTranslate();
  return (
    <Group gap="xs">
      {ids.map((id) => (
        <TextLink
          aria-label={t("console.access.openVisit", { id })}
          className="tabular"
          key={id}
          search={{ visit: id }}
          to="/visits"
        >
          {id}
        </TextLink>
      ))}
    </Group>
  );
}
