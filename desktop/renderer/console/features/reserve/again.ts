/** An earlier visit as the beginning of another one: its people, what for, where, and the same time on a day to come. */
import { addDays, daysBetween, floorToStep, type WallTime } from "#contract/dates.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { Person } from "./people.ts";
import { emptyReservation, type ReserveValues } from "./use-reserve.ts";

/** Monday to Friday; holidays are nobody's to know here. */
export function nextWorkday(day: string): string {
  const next = addDays(day, 1);
  const weekday = new Date(`${next}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6 ? nextWorkday(next) : next;
}

/** A period of the same times and length on another day. */
export function onDay(day: string, { startDate, endDate }: Pick<VisitAnswer, "startDate" | "endDate">) {
  const length = daysBetween(startDate.slice(0, 10), endDate.slice(0, 10));
  return {
    startDate: floorToStep(`${day} ${startDate.slice(11)}`),
    endDate: `${addDays(day, length)} ${endDate.slice(11)}`,
  };
}

/** Number and address are copied from visits to which somebody came, and from no others. */
const cameTo = ({ enteredAt }: VisitAnswer): boolean => enteredAt !== null;

/** Who came along, as a companion of the next visit. */
export const companionAgain = (visit: VisitAnswer): Person => ({
  name: visit.name,
  cellphone: "",
  company: visit.company,
  position: visit.position,
  carNumber: visit.carNumber,
  ...(cameTo(visit) && { previousVisit: visit.id, maskedNumber: visit.cellPhone }),
});

/** Who was cancelled has not come along. */
export const companionsAgain = (companions: readonly VisitAnswer[]): Person[] =>
  companions.filter(({ statusCode }) => statusCode !== "cancelled").map(companionAgain);

/** @param now the site's wall clock */
export function reservationAgain(
  visit: VisitAnswer,
  companions: readonly VisitAnswer[],
  now: WallTime,
): ReserveValues {
  const { id, name, company, position, carNumber, cellPhone, emailMasked, emailBounced, hostUser } = visit;
  return {
    ...emptyReservation,
    ...{ name, company, position, carNumber },
    ...(!hostUser.resigned && { hostUser: { id: hostUser.id, name: hostUser.name } }),
    purpose: String(visit.purpose.id),
    location: visit.accessiblePlace && String(visit.accessiblePlace.id),
    ...onDay(nextWorkday(now.slice(0, 10)), visit),
    companions: companionsAgain(companions),
    previousVisit: cameTo(visit)
      ? { id, name, cellPhone, emailMasked: emailBounced ? "" : emailMasked, companions: 0 }
      : null,
  };
}
