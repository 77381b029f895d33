import { type Language, translateStatus } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { maskPhone } from "#contract/phone.ts";
import type { VisitRow } from "./read.ts";

/**
 * @param cellPhone the number as it is shown
 * @param timezone IANA name of the site's zone, which the dates are in
 */
export const visitFacts = (
  row: Pick<
    VisitRow,
    | ("reserveNo" | "leaderName" | "followersCnt" | "name" | "company" | "position" | "phone")
    | ("startAt" | "endAt" | "statusCode")
  >,
  { cellPhone, lang, timezone }: { cellPhone: string; lang: Language; timezone: string },
) => ({
  reserveNo: row.reserveNo,
  leaderName: row.leaderName ?? "",
  followersCnt: row.followersCnt,
  name: row.name,
  company: row.company,
  position: row.position,
  phone: maskPhone(row.phone),
  cellPhone,
  startDate: fromInstant(row.startAt, timezone),
  endDate: fromInstant(row.endAt, timezone),
  statusCode: row.statusCode,
  status: translateStatus(lang, row.statusCode),
});
