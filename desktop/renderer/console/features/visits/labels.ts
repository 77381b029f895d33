/** Labels of visits, shared by lists, cards and printed sheets. */
import { formatPeriodOn } from "#browser/formats.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import type { Translate } from "../../lib/language.ts";

/** Numbers of the held passes: "P-001, V-02". */
export const heldPasses = ({ pass, carPass }: Pick<VisitAnswer, "pass" | "carPass">): string =>
  [pass?.passNo, carPass?.passNo].filter(Boolean).join(", ");

/** "09:00–18:00" if the visit is within the day, else with dates. @param day "YYYY-MM-DD" */
export const timeLabel = (
  { startDate, endDate }: Pick<VisitAnswer, "startDate" | "endDate">,
  day = "",
): string => formatPeriodOn(day, startDate, endDate);

/** The host's name, marked if resigned: "김철수 (퇴사)". */
export const hostLabel = ({ hostUser }: Pick<VisitAnswer, "hostUser">, t: Translate): string =>
  hostUser.resigned ? `${hostUser.name} (${t("console.visit.resigned")})` : hostUser.name;

/** Vehicle number with non-breaking spaces: "12가 3456". */
export const carLabel = ({ carNumber }: Pick<VisitAnswer, "carNumber">): string =>
  carNumber.replaceAll(" ", "\u00a0");

/** Number of a leader's companions, or the name of a companion's leader; else "". */
export function partyLabel(
  { followersCnt, leader }: Pick<VisitAnswer, "followersCnt" | "leader">,
  t: Translate,
): string {
  if (followersCnt > 0) return t("console.visit.andOthers", { count: followersCnt });
  return leader ? t("console.visit.with", { name: leader.name }) : "";
}

/** Label of the check-out button; visitors who have left only return the pass. */
export const recoveryKey = ({ statusCode }: Pick<VisitAnswer, "statusCode">) =>
  statusCode === "entered" ? "console.action.recovery" : "console.action.returned";
