/** Delegation row → response: days in the site's time zone, localised names, state. */
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import type { DelegationAnswer } from "#contract/people/delegations.ts";
import type { DelegationRow } from "./delegations.ts";

interface Viewer {
  readonly lang: Language;
  /** IANA name. */
  readonly timezone: string;
  readonly now: Date;
}

const stateOf = ({ startAt, endAt }: DelegationRow, now: Date): DelegationAnswer["state"] => {
  if (endAt <= now) return "past";
  return startAt > now ? "coming" : "inForce";
};

/** First and last day of a delegation, both inclusive. */
export function daysOf(
  { startAt, endAt }: Pick<DelegationRow, "startAt" | "endAt">,
  timezone: string,
): { readonly from: string; readonly to: string } {
  const lastInstant = new Date(Math.max(startAt.getTime(), endAt.getTime() - 1));
  return {
    from: fromInstant(startAt, timezone).slice(0, 10),
    to: fromInstant(lastInstant, timezone).slice(0, 10),
  };
}

export const presentDelegation = (row: DelegationRow, { lang, timezone, now }: Viewer): DelegationAnswer => ({
  id: row.id,
  host: { id: row.hostId, name: inLanguage(lang, row.hostName, row.hostEnName) },
  ...daysOf(row, timezone),
  isAway: row.isAway,
  deputies: row.deputies.map(({ id, name, enName, resigned }) => ({
    id,
    name: inLanguage(lang, name, enName),
    resigned,
  })),
  state: stateOf(row, now),
  createdBy: { id: row.createdBy, name: inLanguage(lang, row.createdByName, row.createdByEnName) },
});
