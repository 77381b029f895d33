/** What the reservation form holds, and what of it the server is sent. */
import type { CurrentUser } from "#contract/account.ts";
import { defaultEnd, floorToStep, isWallTime, type WallTime } from "#contract/dates.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import type { NamedItem } from "#contract/user-codes.ts";
import { longestStayDays, type reserveVisit } from "#contract/visit-actions.ts";
import { reach } from "../../lib/session.ts";
import { isBlank, nobody, type Person } from "./people.ts";

export type ReserveValues = Person & {
  hostUser: NamedItem | null;
  location: string | null;
  purpose: string | null;
  /** Empty while the start is now and moves with the clock. */
  startDate: string;
  /** Empty while the end follows the start. */
  endDate: string;
  note: string;
  askHost: boolean;
  companions: Person[];
};

export const emptyReservation: ReserveValues = {
  ...nobody,
  hostUser: null,
  location: null,
  purpose: null,
  startDate: "",
  endDate: "",
  note: "",
  askHost: false,
  companions: [],
};

/** The period that is shown and sent. @param now the site's wall clock */
export function periodOf({ startDate, endDate }: ReserveValues, now: WallTime) {
  const start = startDate || floorToStep(now);
  return {
    startDate: start,
    endDate: endDate || (isWallTime(start) ? defaultEnd(start, longestStayDays) : ""),
  };
}

/** As it is sent: the times settled, rows that nobody filled left out. */
export const settled = (values: ReserveValues, now: WallTime): ReserveValues => ({
  ...values,
  ...periodOf(values, now),
  companions: values.companions.filter((person) => !isBlank(person)),
});

/** Somebody who may reserve only for themselves is the host, and is not asked about it. */
export function bodyOf(values: ReserveValues, user: CurrentUser): EndpointInput<typeof reserveVisit>["body"] {
  const { hostUser, location, purpose, askHost, ...plain } = values;
  const isOwn = reach(user, "visits.reserve") === "own";
  return {
    ...plain,
    hostUser: (isOwn ? user.id : hostUser?.id) as number,
    location: location === null ? null : Number(location),
    purpose: (purpose === null ? undefined : Number(purpose)) as number,
    askHost: askHost && !isOwn,
  };
}
