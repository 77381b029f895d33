/** Labels shared by the lists and drawers of the access log. */
import { accessCalls } from "#contract/privacy/access-calls.ts";
import type { AccessRow } from "#contract/privacy/access-log.ts";
import { revealCauseOf } from "#contract/visits/visit-actions.ts";
import type { Translate } from "../../lib/language.ts";

/** Data subjects of an entry: the number of visits, or a search by phone number. */
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

type Reader = Pick<AccessRow, "hostUser" | "apiKey">;

export const readerName = ({ hostUser, apiKey }: Reader): string => apiKey?.name ?? hostUser.name;

/** The user's role; for an API key, the user who created it. */
export function readerRole({ hostUser: { name, role }, apiKey }: Reader, t: Translate): string {
  if (apiKey) return `${t("console.log.by.key")} (${name})`;
  return role ? t(`console.role.${role}`) : "";
}

/** User ids are below this. */
const apiKeyIdOffset = 2 ** 31;

/** One id for users and API keys, so that a table can hold both. */
export const readerId = ({ hostUser, apiKey }: Reader): number =>
  apiKey ? apiKeyIdOffset + apiKey.id : hostUser.id;

/** Why a phone number was unmasked: the translated cause, then the free text. */
export function reasonLabel(reason: string, t: Translate): string {
  const { cause, words } = revealCauseOf(reason);
  return cause ? `${t(`console.reason.cause.${cause}`)}: ${words}` : words;
}

/** Calls that appear in the log, as path patterns. */
export const loggedCalls = Object.keys(accessCalls);

/** Label of a call; a call unknown to this console version is shown as its path pattern. */
export function callName(what: string, t: Translate): string {
  const name = accessCalls[what];
  return name ? t(`console.access.call.${name}`) : what;
}
