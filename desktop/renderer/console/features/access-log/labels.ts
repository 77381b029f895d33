/** What the lists and their drawers say of looking at personal data in the same words. */

import { accessCalls } from "#contract/privacy/access-calls.ts";
import type { AccessRow } from "#contract/privacy/access-log.ts";
import { revealCauseOf } from "#contract/visits/visit-actions.ts";
import type { Translate } from "../../lib/language.ts";

/** Whose data it was: so many visits, or whoever has the number that was searched for. */
export function whoseLabel(
  { visits, byNumber }: Pick<AccessRow, "visits" | "byNumber">,
  t: Translate,
): string {
  return [
    visits > 0 && t("console.access.visits", { count: visits }),
    byNumber && t("console.access.byNumber"),
  ]
    .filter(Boolean)
    .join(" · ");
}

type Reading = Pick<AccessRow, "hostUser" | "apiKey">;

/** Who read: a person, or a key. */
export const readerName = ({ hostUser, apiKey }: Reading): string => apiKey?.name ?? hostUser.name;

/** Their role; of a key who made it. */
export function readerRole({ hostUser: { name, role }, apiKey }: Reading, t: Translate): string {
  if (apiKey) return `${t("console.log.by.key")} (${name})`;
  return role ? t(`console.role.${role}`) : "";
}

/** Numbers of people end before. */
const firstOfKeys = 2 ** 31;

/** Tells the months of people and keys apart, by a number. */
export const readerId = ({ hostUser, apiKey }: Reading): number =>
  apiKey ? firstOfKeys + apiKey.id : hostUser.id;

/** Why a number was uncovered: the cause in words, and what was written to it. */
export function reasonLabel(reason: string, t: Translate): string {
  const { cause, words } = revealCauseOf(reason);
  return cause ? `${t(`console.reason.cause.${cause}`)}: ${words}` : words;
}

/** The calls as the log names them, to choose from. */
export const loggedCalls = Object.keys(accessCalls);

/** What somebody did; a call that this console does not know yet as the log names it. */
export function callName(what: string, t: Translate): string {
  const name = accessCalls[what];
  return name ? t(`console.access.call.${name}`) : what;
}
