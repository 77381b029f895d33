/** What the screen, the file and the paper say of a destruction in the same words. */

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { type Destruction, getDestructionRegister } from "#contract/privacy-trash.ts";
import { type Collecting, collectPages } from "../../components/export/collect.ts";
import type { SheetColumn } from "../../components/export/sheet-file.ts";
import { read } from "../../lib/api.ts";
import type { Translate } from "../../lib/language.ts";
import type { RegisterSearch } from "./search.ts";

/** Who did it: somebody by name, or the program at its time. */
export const doerOf = ({ by }: Destruction, t: Translate): string =>
  by.kind === "job" ? t("console.log.by.job") : by.name;

/** "365, 180": how long the data was to be kept. */
export const keptDays = ({ retentionDays }: Destruction): string => retentionDays.join(", ");

/** "12–15, 18": the visits' numbers, which a backup that is restored is cleaned by. */
export function visitNumbers({ visitIds }: Pick<Destruction, "visitIds">): string {
  const runs: [first: number, last: number][] = [];
  for (const id of visitIds.toSorted((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && id === run[1] + 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(", ");
}

export const registerSheetColumns = (t: Translate): readonly SheetColumn<Destruction>[] => [
  { heading: t("console.register.number"), value: ({ id }) => id },
  { heading: t("console.register.at"), value: ({ at }) => at },
  { heading: t("console.register.why"), value: ({ why }) => t(`console.register.${why}`) },
  { heading: t("console.register.by"), value: (row) => doerOf(row, t) },
  { heading: t("console.register.visits"), value: ({ visits }) => visits },
  { heading: t("console.register.persons"), value: ({ persons }) => persons },
  { heading: t("console.register.messages"), value: ({ messages }) => messages },
  { heading: t("console.register.kept"), value: keptDays },
  { heading: t("console.register.visitIds"), value: visitNumbers },
];

/** What was destroyed. The key begins with "visits": what is destroyed is announced as a change of visits. */
const readPage = (ask: RegisterSearch, signal: AbortSignal) =>
  read(getDestructionRegister, { query: ask }, signal);

export const registerQuery = (ask: RegisterSearch, language: Language) =>
  queryOptions({
    queryKey: ["visits", "register", ask, language],
    queryFn: ({ signal }) => readPage(ask, signal),
    placeholderData: keepPreviousData,
  });

/** The whole register as it is narrowed, for paper and for files. */
export const collectRegister = (ask: RegisterSearch, collecting: Collecting) =>
  collectPages((page, size) => readPage({ ...ask, page, size }, collecting.signal), collecting);
