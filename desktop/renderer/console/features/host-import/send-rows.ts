/**
 * Sends the sound rows of an import, 5,000 a call, one call after the other. Each call saves all of its rows or none:
 * what it refuses is marked, and the next goes on. Where no answer comes sending stops, and what was on its way is
 * sent again under its own key, so that nobody is added twice.
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
import { wrongRowColumns } from "./columns.ts";
import { type Batch, keepImport, type Loaded, readImport, sheetLabels, toSend } from "./import-state.ts";
import { bodyOf, importFields } from "./people-sheet.ts";

type BatchBody = EndpointInput<typeof addHostUsers>["body"];

/** Thousands of rows take the server seconds, and a slow line longer. */
const timeout = 120_000;

/** What the import is now; undefined where somebody else signed in, or another file was taken. */
function current(rows: Loaded["rows"]): Loaded | undefined {
  const state = readImport();
  return state?.stage === "loaded" && state.rows === rows ? state : undefined;
}

/** The answer's `rows.12.loginId` by place and field. */
function refusedOf(
  { places }: Batch,
  fields: Readonly<Record<string, string>>,
): Map<number, Record<string, string>> {
  const refused = new Map<number, Record<string, string>>();
  for (const [name, sentence] of Object.entries(fields)) {
    const [, index, field = "_"] = /^rows\.(\d+)(?:\.(\w+))?$/.exec(name) ?? [];
    const place = index === undefined ? undefined : places[Number(index)];
    if (place !== undefined) refused.set(place, { ...refused.get(place), [field]: sentence });
  }
  return refused;
}

async function send(state: Loaded, batch: Batch): Promise<Partial<Loaded>> {
  const labels = await sheetLabels();
  // what the contract refuses of them is never sent, see `toSend`
  const rows = batch.places.map((place) =>
    bodyOf(state.rows[place] as Loaded["rows"][number], labels),
  ) as object[] as BatchBody["rows"];
  try {
    const { ids, reachable } = await call(
      addHostUsers,
      { body: { rows } },
      { idempotencyKey: batch.key, timeout },
    );
    return {
      saved: new Set([...state.saved, ...batch.places]),
      ids: [...state.ids, ...ids],
      reachable: [...state.reachable, ...reachable],
      unanswered: undefined,
    };
  } catch (error) {
    const refused = error instanceof CallError && error.fields && refusedOf(batch, error.fields);
    if (refused && refused.size > 0)
      return { refused: new Map([...state.refused, ...refused]), unanswered: undefined };
    showFailure(error, { isShownInPlace: true });
    return { failure: failureText(error) };
  }
}

/** Sends all that can be sent; does nothing while it is being sent already. */
export async function sendRows(): Promise<void> {
  const first = readImport();
  if (first?.stage !== "loaded" || first.sending) return;
  const { rows } = first;
  const waiting = toSend(first).filter((place) => !first.unanswered?.places.includes(place));
  const all = waiting.length + (first.unanswered?.places.length ?? 0);
  let state: Loaded = { ...first, failure: undefined, sending: { done: 0, all } };
  let done = 0;
  while (done < all && !state.failure) {
    const batch = state.unanswered ?? { key: randomId(), places: waiting.splice(0, maxBatchRows) };
    state = { ...state, unanswered: batch, sending: { done, all } };
    keepImport(state);
    const change = await send(state, batch);
    if (!current(rows)) return;
    done += batch.places.length;
    state = { ...state, ...change };
  }
  keepImport({ ...state, sending: undefined });
  refreshHostUsers();
}

/** What is wrong in a row: each field with its sentence. */
function faultsOf({ rows, refused }: Loaded, place: number, t: Translate): string {
  const told = {
    ...Object.fromEntries(
      Object.entries(rows[place]?.errors ?? {}).map(([field, code]) => [field, errorText(code)]),
    ),
    ...refused.get(place),
  };
  return Object.entries(told)
    .map(([field, sentence]) => {
      const known = importFields.find((one) => one === field);
      return known ? `${t(`console.hostUsers.${known}`)}: ${sentence}` : sentence;
    })
    .join("\n");
}

/** The rows that are left over as a file of the template's shape, to be put right and taken in again. */
export const saveWrongRows = (state: Loaded, places: readonly number[], t: Translate): Promise<void> =>
  saveSheet(
    t("console.hostImport.wrongFile"),
    wrongRowColumns(t),
    places.map((place) => ({
      cells: state.rows[place]?.cells ?? [],
      faults: faultsOf(state, place, t),
    })),
  );
