/** Fills a reservation from an earlier visit: people, purpose, place, and the same time on the next working day. */
import { addDays, daysBetween, floorToStep, type WallTime } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { Person } from "./people.ts";
import { emptyReservation, type ReserveValues } from "./use-reserve.ts";

/** Monday to Friday; ignores holidays. */
export function nextWorkday(day: string): string {
  const next = addDays(day, 1);
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWorkday(next) : next;
}

/** Moves a period to another day, with the same times and length. */
export function movePeriod(day: string, { startDate, endDate }: Pick<VisitAnswer, "startDate" | "endDate">) {
  const length = daysBetween(startDate.slice(0, 10), endDate.slice(0, 10));
  return {
    startDate: floorToStep(`${day} ${startDate.slice(11)}`),
    endDate: `${addDays(day, length)} ${endDate.slice(11)}`,
  };
}

/** Contact data is only copied from visits whose visitor came. */
const hasEntered = ({ enteredAt }: VisitAnswer): boolean => enteredAt !== null;

export const toCompanion = (visit: VisitAnswer): Person => ({
  name: visit.name,
  cellphone: "",
  company: visit.company,
  position: visit.position,
  carNumber: visit.carNumber,
  ...(hasEntered(visit) && { previousVisit: visit.id, maskedNumber: visit.cellPhone }),
});

/** Companions of an earlier visit, without cancelled ones. */
export const toCompanions = (companions: readonly VisitAnswer[]): Person[] =>
  companions.filter(({ statusCode }) => statusCode !== "cancelled").map(toCompanion);

/** @param now the site's wall clock */
export function repeatReservation(
  visit: VisitAnswer,
  companions: readonly VisitAnswer[],
  now: WallTime,
): ReserveValues {
  const { id, name, company, position, carNumber, cellPhone, emailMasked, emailBounced, hostUser } = visit;
  return {
    ...emptyReservation,
    name,
    company,
    position,
    carNumber,
    ...(!hostUser.resigned && { hostUser: { id: hostUser.id, name: hostUser.name } }),
    purpose: String(visit.purpose.id),
    location: visit.accessiblePlace && String(visit.accessiblePlace.id),
    ...movePeriod(nextWorkday(now.slice(0, 10)), visit),
    companions: toCompanions(companions),
    previousVisit: hasEntered(visit)
      ? { id, name, cellPhone, emailMasked: emailBounced ? "" : emailMasked, companions: 0 }
      : null,
  };
}
