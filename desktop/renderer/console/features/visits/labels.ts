/** What lists, cards and paper say of a visit in the same words. */
import { formatPeriodOn } from "#browser/formats.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { Translate } from "../../lib/language.ts";

/** The passes that are out with a visitor: "P-001, V-02". */
export const heldPasses = ({ pass, carPass }: Pick<VisitAnswer, "pass" | "carPass">): string =>
  [pass?.passNo, carPass?.passNo].filter(Boolean).join(", ");

/** "09:00–18:00" where all of it is on that day, else with the dates. @param day "YYYY-MM-DD" */
export const timeLabel = (
  { startDate, endDate }: Pick<VisitAnswer, "startDate" | "endDate">,
  day = "",
): string => formatPeriodOn(day, startDate, endDate);

/** The host, marked where they resigned: "김철수 (퇴사)". */
export const hostLabel = ({ hostUser }: Pick<VisitAnswer, "hostUser">, t: Translate): string =>
  hostUser.resigned ? `${hostUser.name} (${t("console.visit.resigned")})` : hostUser.name;

/** A car's number as one word in running text, never on two lines: "12가 3456". */
export const carLabel = ({ carNumber }: Pick<VisitAnswer, "carNumber">): string =>
  carNumber.replaceAll(" ", "\u00a0");

/** With whom somebody comes: a leader's companions counted, a companion's leader named; else nothing. */
export function partyLabel(
  { followersCnt, leader }: Pick<VisitAnswer, "followersCnt" | "leader">,
  t: Translate,
): string {
  if (followersCnt > 0) return t("console.visit.andOthers", { count: followersCnt });
  return leader ? t("console.visit.with", { name: leader.name }) : "";
}

/** Checking out; of whoever has left already only the pass is missing. */
export const recoveryKey = ({ statusCode }: Pick<VisitAnswer, "statusCode">) =>
  statusCode === "entered" ? "console.action.recovery" : "console.action.returned";
