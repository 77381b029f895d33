/** A visit as staff see it: its columns, and the answer made of them. */
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };
import type { Row } from "./database.ts";
import { masked, type Numbers, wall } from "./numbers.ts";
import { inLanguage } from "./request.ts";

export const statusNames: Record<"ko" | "en", Record<string, string>> = { ko: ko.status, en: en.status };

export const companions = `(SELECT count(*)::integer FROM visits f
  WHERE f.leader_id = v.id AND f.status_code <> 'cancelled' AND f.hidden_at IS NULL)`;

/** Columns of a visit `v` with those of `visitJoins`. */
export const visitColumns = `v.id, v.reserve_no, leader.id AS leader_id, leader.name AS leader_name,
  ${companions} AS followers, v.name, v.company, v.position, v.phone, v.cell_cipher, v.car_number,
  place.id AS place_id, place.name AS place_name, place.en_name AS place_en_name,
  purpose.id AS purpose_id, purpose.name AS purpose_name, purpose.en_name AS purpose_en_name,
  h.id AS host_id, h.name AS host_name, h.en_name AS host_en_name, h.department, h.position AS host_position,
  h.status AS host_status, hc.name AS company_name, hc.en_name AS company_en_name,
  v.start_at, v.end_at, v.status_code, v.ended_because, v.entered_at, v.entered_from, v.exited_at, v.overnight_at,
  overnight.name AS overnight_name, overnight.en_name AS overnight_en_name,
  pass.id AS pass_id, pass.pass_no, car.id AS car_id, car.pass_no AS car_no,
  (v.origin = 'console' OR v.leader_id IS NOT NULL)
    AND NOT EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed)
    AS consent_missing,
  coalesce(v.created_at >= (SELECT require_consent_since FROM configuration), false)
    AND NOT EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed) AS consent_required,
  v.guide, v.note, v.origin, v.created_at, v.updated_at,
  mail.cell_cipher AS email_cipher, mail.bounced_at IS NOT NULL AS email_bounced,
  CASE WHEN v.cell_cipher IS NULL OR mail.bounced_at IS NOT NULL THEN
    (SELECT jsonb_build_object('name', t.name, 'enName', t.en_name) FROM visit_logs l JOIN host_users t ON t.id = l.actor_id
     WHERE l.visit_id = v.id AND l.action = 'told' AND l.at = v.updated_at LIMIT 1) END AS told`;

export const visitJoins = `
  JOIN host_users h ON h.id = v.host_user_id JOIN companies hc ON hc.id = h.company_id
  JOIN user_codes purpose ON purpose.id = v.purpose_id
  LEFT JOIN user_codes place ON place.id = v.location_id
  LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
  LEFT JOIN host_users overnight ON overnight.id = v.overnight_by
  LEFT JOIN visit_emails mail ON mail.visit_id = v.id
  LEFT JOIN passes pass ON pass.visit_id = v.id AND NOT pass.vehicle
  LEFT JOIN passes car ON car.visit_id = v.id AND car.vehicle`;

export interface Seen {
  readonly role: string;
  readonly userId: number;
  readonly timezone: string;
  readonly lang: "ko" | "en";
  readonly now: Date;
  readonly numbers: Numbers;
}

const minutes = 60_000;

/** What the reader may do with the visit now. */
function actionsOf(row: Row, start: string, end: string, { role, userId, now, timezone }: Seen): string[] {
  const status: string = row.status_code;
  const at = wall(now, timezone);
  const today = at.slice(0, 10);
  const isDesk = role === "desk" || role === "admin";
  const decides = isDesk || (role === "host" && row.host_id === userId);
  const actions: string[] = [];
  const holdsPass = row.pass_id !== null || row.car_id !== null;
  const isOpen = status === "approved" || status === "exited";
  if (decides) {
    if (status === "applied" && end > at) actions.push("approve");
    if (status === "applied") actions.push("reject");
    if (status === "approved" || status === "rejected") actions.push("undo");
    if (status === "applied" || status === "approved") actions.push("cancel");
    if (isOpen) actions.push("close");
  }
  if (isDesk) {
    const isEarly = Date.parse(`${start}Z`) - Date.parse(`${at}Z`) > 60 * minutes;
    const isTheDay = today <= end.slice(0, 10) && !(isEarly && today < start.slice(0, 10));
    const done: Date | null =
      status === "entered" ? row.entered_at : status === "exited" ? row.exited_at : null;
    if (isOpen && isTheDay) actions.push("issue");
    if (status === "entered" || (holdsPass && (status === "exited" || status === "ended")))
      actions.push("recovery");
    if (done && now.getTime() - done.getTime() <= 15 * minutes) actions.push("revert");
    if (holdsPass && ["entered", "exited", "ended"].includes(status)) actions.push("lost");
    if (status !== "ended" && status !== "cancelled") actions.push("edit");
  }
  const isNumbered = row.cell_cipher !== null || row.email_cipher !== null || row.phone !== "";
  if (isNumbered && (role !== "host" || row.host_id === userId)) actions.push("reveal");
  return actions;
}

export function visitAnswer(row: Row, seen: Seen): unknown {
  const { lang, timezone, now, numbers } = seen;
  const start = wall(row.start_at, timezone);
  const end = wall(row.end_at, timezone);
  const exitedAt: string | null = row.exited_at && wall(row.exited_at, timezone);
  const lastDay = end.slice(0, 10);
  return {
    id: row.id,
    reserveNo: row.reserve_no,
    leaderName: row.leader_name ?? "",
    followersCnt: row.followers,
    name: row.name,
    company: row.company,
    position: row.position,
    phone: masked(row.phone),
    cellPhone: numbers.shown(row.cell_cipher, row.reserve_no, lang),
    startDate: start,
    endDate: end,
    statusCode: row.status_code,
    status: { code: row.status_code, name: statusNames[lang][row.status_code] },
    // None of the measured visits has an address.
    emailMasked: "",
    emailBounced: row.email_bounced,
    told: row.told && {
      at: wall(row.updated_at, timezone),
      by: inLanguage(lang, row.told.name, row.told.enName),
    },
    unreachable: row.cell_cipher === null && (row.email_cipher === null || row.email_bounced),
    leader: row.leader_id === null ? null : { id: row.leader_id, name: row.leader_name },
    carNumber: row.car_number,
    accessiblePlace:
      row.place_id === null
        ? null
        : { id: row.place_id, name: inLanguage(lang, row.place_name, row.place_en_name) },
    purpose: { id: row.purpose_id, name: inLanguage(lang, row.purpose_name, row.purpose_en_name) },
    hostUser: {
      id: row.host_id,
      name: inLanguage(lang, row.host_name, row.host_en_name),
      department: row.department,
      position: row.host_position,
      company: { name: inLanguage(lang, row.company_name, row.company_en_name) },
      resigned: row.host_status === "resigned",
    },
    endedBecause: row.ended_because,
    overdue: row.status_code === "entered" && row.end_at <= now,
    overnight: row.overnight_at && {
      at: wall(row.overnight_at, timezone),
      by: inLanguage(lang, row.overnight_name ?? "", row.overnight_en_name ?? ""),
    },
    expectedAgain:
      row.status_code === "exited" &&
      (exitedAt ?? start).slice(0, 10) < lastDay &&
      wall(now, timezone).slice(0, 10) <= lastDay,
    enteredAt: row.entered_at && wall(row.entered_at, timezone),
    exitedAt,
    pass: row.pass_id === null ? null : { id: row.pass_id, passNo: row.pass_no },
    carPass: row.car_id === null ? null : { id: row.car_id, passNo: row.car_no },
    consentMissing: row.consent_missing,
    consentRequired: row.consent_required,
    guide: row.guide,
    note: row.note,
    origin: row.origin,
    createdAt: wall(row.created_at, timezone),
    updatedAt: wall(row.updated_at, timezone),
    actions: actionsOf(row, start, end, seen),
  };
}
