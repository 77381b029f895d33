import { Stack, Text, Title } from "@mantine/core";
import type { AccessRow } from "#contract/access-log.ts";
import { FactList } from "../../components/fact-list.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { roleWord, whoseWords } from "./access-labels.ts";
import { callName } from "./calls.ts";
import { VisitLinks } from "./visit-links.tsx";

interface Props {
  readonly row: AccessRow | undefined;
  readonly onClose: () => void;
}

/** One entry: who looked, from where, at what and whose, and why. */
export function AccessDrawer({ row, onClose }: Props) {
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
              [t("console.access.who"), `${row.hostUser.name} (${roleWord(row.hostUser, t)})`],
              [t("console.access.address"), row.address],
              [t("console.access.path"), row.what],
              [t("console.access.whose"), whoseWords(row, t)],
              [t("console.access.reason"), row.reason],
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
