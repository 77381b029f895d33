import { Alert, Button, Group, Progress, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconDownload, IconUpload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { maxBatchRows } from "#contract/people/host-users.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { Section } from "../../components/section.tsx";
import { failureText, warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { allCompaniesQuery } from "../reference-data/queries.ts";
import { CorrectRow } from "./correct-row.tsx";
import { companyNames, unknownCompanies } from "./import-sheet.ts";
import { dropImport, isInvalid, type Loaded, sendableRows, setCompanies } from "./import-state.ts";
import { InviteSaved } from "./invite-saved.tsx";
import { PreviewTable } from "./preview-table.tsx";
import { saveInvalidRows, sendRows } from "./send-rows.ts";
import { UnknownCompanies } from "./unknown-companies.tsx";

const rowFilters = ["all", "wrong", "saved"] as const;

type RowFilter = (typeof rowFilters)[number];

/** The rows of a file with their errors, and the progress of the import. */
export function ImportLoaded({ state }: { readonly state: Loaded }) {
  const t = useTranslate();
  const [filter, setFilter] = useState<RowFilter>("all");
  const [corrected, setCorrected] = useState<number>();
  const { rows, saved, sending, failure, ignored, companies } = state;
  const { data: all } = useQuery(allCompaniesQuery);
  useEffect(() => {
    if (all && !sending) setCompanies(companyNames(all));
  }, [all, sending]);
  const unknown = useMemo(
    () =>
      companies
        ? unknownCompanies(
            rows.filter((_, rowIndex) => !saved.has(rowIndex)),
            companies,
          )
        : [],
    [companies, rows, saved],
  );
  const { ready, wrong } = useMemo(
    () => ({
      ready: sendableRows(state).length,
      wrong: state.rows.flatMap((_, rowIndex) => (isInvalid(state, rowIndex) ? [rowIndex] : [])),
    }),
    [state],
  );
  const rowIndexes = useMemo(() => {
    if (filter === "wrong") return wrong;
    return filter === "saved" ? [...saved] : rows.map((_, rowIndex) => rowIndex);
  }, [filter, wrong, saved, rows]);
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
                {t(sendLabel(failure !== undefined, wrong.length > 0), { count: ready.toLocaleString() })}
              </Button>
            )}
            <InviteSaved ids={state.ids} reachable={state.reachable} />
            {wrong.length > 0 && (
              <Button
                leftSection={<IconDownload aria-hidden size={16} />}
                onClick={() =>
                  saveInvalidRows(state, wrong, t).catch((error: unknown) => warn(failureText(error)))
                }
                variant="default"
              >
                {t("console.hostImport.saveWrong")}
              </Button>
            )}
            {ready > 0 ? (
              <ConfirmButton
                label={t("console.hostImport.other")}
                onConfirm={dropImport}
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
          data={rowFilters.map((value) => ({
            value,
            label: t(`console.hostImport.show.${value}`, { count: counts[value].toLocaleString() }),
          }))}
          onChange={(next) => setFilter(next)}
          value={filter}
          w="fit-content"
        />
        <PreviewTable onCorrect={setCorrected} rowIndexes={rowIndexes} state={state} />
        <CorrectRow onRowChange={setCorrected} rowIndex={corrected} state={state} />
      </Stack>
    </Section>
  );
}

function sendLabel(isResuming: boolean, hasInvalidRows: boolean) {
  if (isResuming) return "console.hostImport.goOn";
  return hasInvalidRows ? "console.hostImport.sendSound" : "console.hostImport.send";
}
