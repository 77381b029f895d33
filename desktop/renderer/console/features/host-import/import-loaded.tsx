import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { maxBatchRows } from "#contract/people/host-users.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { Section } from "../../components/section.tsx";
import { useTranslate } from "../../lib/language.ts";
import { allCompaniesQuery } from "../reference-data/queries.ts";
import { CorrectRow } from "./correct-row.tsx";
import { dropImport, isWrong, type Loaded, takeCompanies, toSend } from "./import-state.ts";
import { InviteSaved } from "./invite-saved.tsx";
import { companyNames, unknownCompanies } from "./people-sheet.ts";
import { PreviewTable } from "./preview-table.tsx";
import { saveWrongRows, sendRows } from "./send-rows.ts";
import { UnknownCompanies } from "./unknown-companies.tsx";

const shown = ["all", "wrong", "saved"] as const;

type Shown = (typeof shown)[number];

/** What a file holds, what is wrong with it, and how much of it is stored. */
export function ImportLoaded({ state }: { readonly state: Loaded }) {
  const t = useTranslate();
  const [choice, setChoice] = useState<Shown>("all");
  const [corrected, setCorrected] = useState<number>();
  const { rows, saved, sending, failure, ignored, companies } = state;
  const { data: all } = useQuery(allCompaniesQuery);
  useEffect(() => {
    if (all && !sending) takeCompanies(companyNames(all));
  }, [all, sending]);
  const unknown = useMemo(
    () =>
      companies
        ? unknownCompanies(
            rows.filter((_, place) => !saved.has(place)),
            companies,
          )
        : [],
    [companies, rows, saved],
  );
  const { ready, wrong } = useMemo(
    () => ({
      ready: toSend(state).length,
      wrong: state.rows.flatMap((_, place) => (isWrong(state, place) ? [place] : [])),
    }),
    [state],
  );
  const places = useMemo(() => {
    if (choice === "wrong") return wrong;
    return choice === "saved" ? [...saved] : rows.map((_, place) => place);
  }, [choice, wrong, saved, rows]);
  const counts = { all: rows.length, wrong: wrong.length, saved: saved.size };

  return (
    <Section title={state.fileName}>
      <Stack gap="sm">
        <Text role="status">
          {t("console.hostImport.summary", {
            all: counts.all.toLocaleString(),
            ready: ready.toLocaleString(),
            wrong: counts.wrong.toLocaleString(),
            saved: counts.saved.toLocaleString(),
          })}
        </Text>
        {ignored.length > 0 && (
          <Text c="dimmed" size="sm">
            {t("console.hostImport.ignored", { columns: ignored.join(", ") })}
          </Text>
        )}
        {ready > maxBatchRows && (
          <Text c="dimmed" size="sm">
            {t("console.hostImport.batches", {
              batch: maxBatchRows.toLocaleString(),
              count: Math.ceil(ready / maxBatchRows),
            })}
          </Text>
        )}
        {failure && (
          <Alert color="red" role="alert" title={t("console.hostImport.stopped")}>
            {failure} {t("console.hostImport.stoppedText")}
          </Alert>
        )}
        {sending ? (
          <div>
            <Progress
              aria-label={t("console.hostImport.sending")}
              value={(100 * sending.done) / Math.max(1, sending.all)}
            />
            <Text className="tabular" role="status" size="sm">
              {t("console.hostImport.sendingOf", {
                done: sending.done.toLocaleString(),
                all: sending.all.toLocaleString(),
              })}
            </Text>
          </div>
        ) : (
          <Group align="flex-start" gap="xs">
            {ready > 0 && (
              <Button leftSection={<IconUpload aria-hidden size={16} />} onClick={() => void sendRows()}>
                {t(sendKey(failure !== undefined, wrong.length > 0), { count: ready.toLocaleString() })}
              </Button>
            )}
            <InviteSaved ids={state.ids} reachable={state.reachable} />
            {wrong.length > 0 && (
              <Button
                leftSection={<IconDownload aria-hidden size={16} />}
                onClick={() => void saveWrongRows(state, wrong, t)}
                variant="default"
              >
                {t("console.hostImport.saveWrong")}
              </Button>
            )}
            {ready > 0 ? (
              <ConfirmButton
                label={t("console.hostImport.other")}
                onYes={dropImport}
                question={t("console.hostImport.otherAsk", { count: ready.toLocaleString() })}
                variant="subtle"
              />
            ) : (
              <Button onClick={dropImport} variant="default">
                {t("console.hostImport.other")}
              </Button>
            )}
          </Group>
        )}
        {!sending && <UnknownCompanies unknown={unknown} />}
        <SegmentedControl
          aria-label={t("console.hostImport.shown")}
          data={shown.map((value) => ({
            value,
            label: t(`console.hostImport.show.${value}`, { count: counts[value].toLocaleString() }),
          }))}
          onChange={(next) => setChoice(next)}
          value={choice}
          w="fit-content"
        />
        <PreviewTable onCorrect={setCorrected} places={places} state={state} />
        <CorrectRow onPlace={setCorrected} place={corrected} state={state} />
      </Stack>
    </Section>
  );
}

function sendKey(isGoingOn: boolean, isLeavingOut: boolean) {
  if (isGoingOn) return "console.hostImport.goOn";
  return isLeavingOut ? "console.hostImport.sendSound" : "console.hostImport.send";
}
