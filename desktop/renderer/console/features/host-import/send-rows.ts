/**
 * Sends the valid rows of an import in sequential batches. A call stores all rows of its batch or none: rejected rows are
 * marked, and the next batch follows. Without a response sending stops; the unanswered batch is later resent with the same
 * idempotency key, so that no host user is added twice.
 */
import { randomId } from "#browser/random-id.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import { addHostUsers, maxBatchRows } from "#contract/people/host-users.ts";
import { saveSheet } from "../../components/export/save-sheets.ts";
import { CallError, call } from "../../lib/api.ts";
import { failureText, showFailure } from "../../lib/failures.ts";
import { errorText } from "../../lib/forms/use-form.ts";
import type { Translate } from "../../lib/language.ts";
import { refreshHostUsers } from "../host-users/use-account-action.ts";
import { invalidRowColumns, labelledError } from "./columns.ts";
import { bodyOf } from "./import-sheet.ts";
import {
  type Batch,
  type Loaded,
  readImport,
  sendableRows,
  sheetLabels,
  storeImport,
} from "./import-state.ts";

type BatchBody = EndpointInput<typeof addHostUsers>["body"];

/** Thousands of rows take seconds, longer on a slow connection. */
const timeout = 120_000;

/** The current import; undefined after another user signed in or another file was loaded. */
function currentImport(rows: Loaded["rows"]): Loaded | undefined {
  const state = readImport();
  return state?.stage === "loaded" && state.rows === rows ? state : undefined;
}

/** Error texts by row index and field, from names like `rows.12.loginId`. */
function errorsByRow(
  { rowIndexes }: Batch,
  fields: Readonly<Record<string, string>>,
): Map<number, Record<string, string>> {
  const refused = new Map<number, Record<string, string>>();
  for (const [name, sentence] of Object.entries(fields)) {
    const [, index, field = "_"] = /^rows\.(\d+)(?:\.(\w+))?$/.exec(name) ?? [];
    const rowIndex = index === undefined ? undefined : rowIndexes[Number(index)];
    if (rowIndex !== undefined) refused.set(rowIndex, { ...refused.get(rowIndex), [field]: sentence });
  }
  return refused;
}

/** @returns changes the import, which may have changed meanwhile */
async function send({ rows: all }: Loaded, batch: Batch): Promise<(state: Loaded) => Loaded> {
  const labels = await sheetLabels();
  // rows that the contract rejects are never sent, see `sendableRows`
  const rows = batch.rowIndexes.map((rowIndex) =>
    bodyOf(all[rowIndex] as Loaded["rows"][number], labels),
  ) as object[] as BatchBody["rows"];
  try {
    const { ids, reachable } = await call(
      addHostUsers,
      { body: { rows } },
      { idempotencyKey: batch.key, timeout },
    );
    return (state) => ({
      ...state,
      saved: new Set([...state.saved, ...batch.rowIndexes]),
      ids: [...state.ids, ...ids],
      reachable: [...state.reachable, ...reachable],
      unanswered: undefined,
    });
  } catch (error) {
    const refused = error instanceof CallError && error.fields && errorsByRow(batch, error.fields);
    if (refused && refused.size > 0)
      return (state) => ({
        ...state,
        refused: new Map([...state.refused, ...refused]),
        unanswered: undefined,
      });
    showFailure(error, { isShownInPlace: true });
    return (state) => ({ ...state, failure: failureText(error) });
  }
}

/** Sends all valid rows; does nothing while already sending. */
export async function sendRows(): Promise<void> {
  const start = readImport();
  if (start?.stage !== "loaded" || start.sending) return;
  const { rows } = start;
  const remaining = sendableRows(start).filter(
    (rowIndex) => !start.unanswered?.rowIndexes.includes(rowIndex),
  );
  const all = remaining.length + (start.unanswered?.rowIndexes.length ?? 0);
  let state: Loaded = { ...start, failure: undefined, sending: { done: 0, all } };
  let done = 0;
  while (done < all && !state.failure) {
    const batch = state.unanswered ?? { key: randomId(), rowIndexes: remaining.splice(0, maxBatchRows) };
    state = { ...state, unanswered: batch, sending: { done, all } };
    storeImport(state);
    const change = await send(state, batch);
    // sent people may have been invited meanwhile
    const current = currentImport(rows);
    if (!current) return;
    done += batch.rowIndexes.length;
    state = change(current);
  }
  storeImport({ ...state, sending: undefined });
  refreshHostUsers();
}

/** Errors of a row, one line per field. */
function faultsOf({ rows, refused }: Loaded, rowIndex: number, t: Translate): string {
  const errors = {
    ...Object.fromEntries(
      Object.entries(rows[rowIndex]?.errors ?? {}).map(([field, code]) => [field, errorText(code)]),
    ),
    ...refused.get(rowIndex),
  };
  return Object.entries(errors)
    .map(([field, error]) => labelledError(t, field, error))
    .join("\n");
}

/** Saves invalid rows as a file with the columns of the template, to correct and import again. */
export const saveInvalidRows = (state: Loaded, rowIndexes: readonly number[], t: Translate): Promise<void> =>
  saveSheet(
    t("console.hostImport.wrongFile"),
    invalidRowColumns(t),
    rowIndexes.map((rowIndex) => ({
      cells: state.rows[rowIndex]?.cells ?? [],
      faults: faultsOf(state, rowIndex, t),
    })),
  );
