/** What the public site reads: configuration, terms, codes, hosts, a visitor's own visits. One statement each. */
import { nameSearch, withoutInitials } from "#db/queries/names.ts";
import type { Row, Statement } from "./database.ts";
import { masked, wall } from "./numbers.ts";
import { counted, type Handler, HttpError, inLanguage, limits, requireWithin } from "./request.ts";
import { companions, statusNames } from "./visit.ts";

/** Whether texts and purposes are there for somebody to apply. */
export const isReady = `EXISTS (SELECT FROM privacy_policies WHERE applied)
  AND EXISTS (SELECT FROM terms t JOIN terms_versions v ON v.terms_id = t.id
    WHERE t.in_use AND v.deployed_at IS NOT NULL AND t.content_type IN ('이용약관', '필수동의'))
  AND EXISTS (SELECT FROM user_codes WHERE kind = 9003 AND in_use)`;

const configurationRow: Statement = {
  name: "configuration",
  text: `SELECT c.*, ${isReady} AS ready FROM configuration c WHERE single = $1`,
};

const configuration: Handler = async ({ database }) => {
  const [row = {}] = await database.run(configurationRow, [true]);
  return {
    maxRequestDays: row.max_request_days,
    requestInputUserCompany: row.request_input_user_company,
    requestInputPlace: row.request_input_place,
    requestInputVisitorCompany: row.request_input_visitor_company,
    useCar: row.use_car,
    lookupCode: row.lookup_code,
    submitCode: row.submit_code,
    companions: row.companions,
    customerCompany: { ko: row.customer_company, en: row.en_customer_company || row.customer_company },
    timezone: row.timezone,
    homepage: row.homepage,
    brandColor: row.brand_color,
    ready: row.ready,
    demonstration: false,
    companySignIn: false,
  };
};

const termsRows: Statement = {
  name: "terms",
  text: `SELECT t.*, v.version, v.body, v.en_body FROM terms t
    JOIN LATERAL (SELECT version, body, en_body FROM terms_versions
      WHERE terms_id = t.id AND deployed_at IS NOT NULL ORDER BY version DESC LIMIT 1) v ON true
    WHERE t.in_use = $1 ORDER BY t.disp_order, t.id`,
};

/** Stored texts are clean already. */
const terms: Handler = async ({ database, lang }) =>
  (await database.run(termsRows, [true])).map((row) => ({
    id: row.id,
    title: inLanguage(lang, row.title, row.en_title),
    contentType: row.content_type,
    currentVersion: { version: row.version, body: inLanguage(lang, row.body, row.en_body) },
    renderHtml: row.render_html,
    modalDisplay: row.modal_display,
    requestAgree: row.request_agree,
    bgColor: row.bg_color,
    confirmMsg: inLanguage(lang, row.confirm_msg, row.en_confirm_msg),
  }));

const codesOfKind: Statement = {
  name: "codes",
  text: "SELECT id, name, en_name FROM user_codes WHERE kind = $1 AND in_use ORDER BY disp_order, id",
};

const codes: Handler = async ({ database, lang, path }) =>
  (await database.run(codesOfKind, [Number(path.split("/")[3])])).map(({ id, name, en_name }) => ({
    id,
    name: inLanguage(lang, name, en_name),
  }));

const hostsNamed: Statement = {
  name: "hosts",
  text: `WITH counted AS (${counted("$1", "$2")}),
      visitor AS (${counted("$6", "$2")})
    SELECT counted.points, visitor.points AS visitor_points, found.* FROM counted CROSS JOIN visitor LEFT JOIN LATERAL (
      SELECT h.id, h.name, h.en_name, c.name AS company, c.en_name AS en_company, h.department, h.position
      FROM host_users h JOIN companies c ON c.id = h.company_id
      WHERE h.status = 'active' AND h.in_public_search AND c.in_use
        AND search_pairs(h.name) || search_pairs(h.en_name) @> $3::text[]
        AND (search_text(h.name) ~ $4 OR search_text(h.en_name) ~ $4)
        AND CASE WHEN $5::integer IS NOT NULL THEN h.company_id = $5
          ELSE NOT (SELECT request_input_user_company FROM configuration) END
      ORDER BY search_text(h.name) ~ ('^' || $4) DESC, h.name, h.department, h.id LIMIT 50
    ) AS found ON true`,
};

const hosts: Handler = async ({ database, query, lang, now, address, header, numbers }) => {
  const search = nameSearch(withoutInitials(query.get("s") ?? "") ?? "");
  const { pairs, pattern } = search ?? { pairs: [], pattern: "$^" };
  const browser = [header("user-agent") ?? "", header("accept-language") ?? ""];
  const visitor = numbers.hmac("text", ["visitor", address, ...browser].join("\n")).toString("base64url");
  const rows = await database.run(hostsNamed, [
    `hostSearch:${address}`,
    now.getTime(),
    pairs,
    pattern,
    query.get("company"),
    `hostSearchVisitor:${visitor}`,
  ]);
  requireWithin(rows[0]?.visitor_points, limits.hostSearchVisitor);
  requireWithin(rows[0]?.points, limits.hostSearch);
  return rows
    .filter(({ id }) => id !== null)
    .map((row) => ({
      id: row.id,
      name: row.name,
      enName: row.en_name,
      company: { name: inLanguage(lang, row.company, row.en_company) },
      department: row.department,
      position: row.position,
    }));
};

const ownVisits: Statement = {
  name: "lookup",
  text: `WITH by_address AS (${counted("$1", "$3")}), by_number AS (${counted("$2", "$3")})
    SELECT by_address.points AS of_address, by_number.points AS of_number, c.timezone, c.lookup_code, found.*
    FROM by_address CROSS JOIN by_number CROSS JOIN configuration c LEFT JOIN LATERAL (
      SELECT v.id, v.reserve_no, leader.name AS leader_name, ${companions} AS followers,
        v.name, v.company, v.position, v.phone, place.name AS place_name, place.en_name AS place_en_name,
        purpose.name AS purpose_name, purpose.en_name AS purpose_en_name, v.start_at, v.end_at,
        h.name AS host_name, h.en_name AS host_en_name, h.position AS host_position, v.status_code,
        CASE WHEN v.status_code = 'rejected' AND v.reason_shown THEN (
          SELECT l.note FROM visit_logs l WHERE l.visit_id = v.id AND l.action = 'reject'
          ORDER BY l.at DESC, l.id DESC LIMIT 1) END AS reason
      FROM visits v
      JOIN host_users h ON h.id = v.host_user_id
      JOIN user_codes purpose ON purpose.id = v.purpose_id
      LEFT JOIN user_codes place ON place.id = v.location_id
      LEFT JOIN visits leader ON leader.id = v.leader_id AND leader.hidden_at IS NULL
      WHERE v.cell_hash = $4 AND v.hidden_at IS NULL AND v.created_at >= $5::timestamptz - interval '12 months'
        AND search_text(v.name) = search_text($6)
      ORDER BY v.created_at DESC, v.id DESC LIMIT 200
    ) AS found ON true`,
};

export const lookupRow = (row: Row, cellPhone: string, lang: "ko" | "en") => ({
  reserveNo: row.reserve_no,
  leaderName: row.leader_name ?? "",
  followersCnt: row.followers,
  name: row.name,
  company: row.company,
  position: row.position,
  phone: masked(row.phone),
  cellPhone,
  startDate: wall(row.start_at, row.timezone),
  endDate: wall(row.end_at, row.timezone),
  statusCode: row.status_code,
  status: { code: row.status_code, name: statusNames[lang][row.status_code] },
  accessiblePlace:
    row.place_name === null ? null : { name: inLanguage(lang, row.place_name, row.place_en_name) },
  purpose: { name: inLanguage(lang, row.purpose_name, row.purpose_en_name) },
  hostUser: { name: inLanguage(lang, row.host_name, row.host_en_name), position: row.host_position },
  reason: row.reason ?? "",
  // The measured visits have none.
  companions: [],
  actions: row.status_code === "applied" || row.status_code === "approved" ? ["cancel"] : [],
});

const lookup: Handler = async ({ database, body, numbers, lang, now, address }) => {
  const { name, cellPhone } = body;
  if (typeof name !== "string" || typeof cellPhone !== "string") throw new HttpError(400);
  const hash = numbers.hmac("number", cellPhone);
  const rows = await database.run(ownVisits, [
    `lookup:${address}`,
    `lookupNumber:${hash.toString("base64url")}`,
    now.getTime(),
    hash,
    now,
    name,
  ]);
  requireWithin(rows[0]?.of_address, limits.lookup);
  requireWithin(rows[0]?.of_number, limits.lookupNumber);
  if (rows[0]?.lookup_code) throw new HttpError(400, "a code is asked for");
  const shown = masked(cellPhone);
  return rows.filter(({ id }) => id !== null).map((row) => lookupRow(row, shown, lang));
};

export const siteCalls: Readonly<Record<string, Handler>> = {
  "GET /api/config": configuration,
  "GET /api/terms/deployed": terms,
  "GET /api/user-code/:id/inuse": codes,
  "GET /visitor/findHostUsers": hosts,
  "POST /api/request/search": lookup,
};
