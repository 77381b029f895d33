import { Alert, Group, Text } from "@mantine/core";
import type { ProgressAnswer } from "#contract/visits/visits.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { UntracedNote } from "../visits/untraced-note.tsx";

/** Notes above the board. */
export function BoardNotes({ board: { untraced, dayLeftOpen } }: { readonly board: ProgressAnswer }) {
  return (
    <>
      {untraced && <UntracedNote />}
      {dayLeftOpen && <DayLeftOpen day={dayLeftOpen} />}
    </>
  );
}

/** Shown if yesterday was not closed with visitors inside or passes out. */
function DayLeftOpen({ day }: { readonly day: string }) {
  const t = useTranslate();
  return (
    <Alert color="gray" px="sm" py={4} role="status" variant="light">
      <Group gap="sm">
        <Text size="sm">{t("console.today.leftOpen", { day })}</Text>
        <ButtonLink size="compact-sm" to="/closing" variant="default">
          {t("console.nav.closing")}
        </ButtonLink>
      </Group>
    </Alert>
  );
}
