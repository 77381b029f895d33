/** The site of browser tests: terms in every display mode, and visits. */
import type { Knex } from "knex";
import { addMinutes, fromInstant, toInstant, type WallTime } from "#contract/dates.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { TestServer } from "../api.ts";
import { addTerms, type Site, seedSite } from "../site.ts";

export const timezone = "Asia/Seoul";

/** The site's wall time, minutes from now. */
export const siteTime = (minutes = 0): WallTime => addMinutes(fromInstant(new Date(), timezone), minutes);

/** The site's date "YYYY-MM-DD", days from today. */
export const siteDay = (days = 0): string => siteTime(days * 1440).slice(0, 10);

const paragraphs = (text: string) =>
  Array.from({ length: 60 }, (_, index) => `<p>${index + 1}. ${text}</p>`).join("");

const policyText = {
  content: `<h2>개인정보 처리방침</h2>${paragraphs("방문객의 이름과 연락처를 방문 확인에 씁니다.")}`,
  enContent: `<h2>Privacy policy</h2>${paragraphs("We use your name and number to confirm the visit.")}`,
};

/** Configuration that tests change; `resetConfiguration` restores it. */
const configuration = {
  maxRequestDays: 7,
  requestInputUserCompany: true,
  requestInputPlace: true,
  requestInputVisitorCompany: true,
  useCar: true,
  lookupCode: false,
  submitCode: false,
  companions: false,
  homepage: "https://www.provider.example/visit",
};

export const resetConfiguration = (db: Knex) => db("configuration").update(configuration);

/** `seedSite` with a long policy, and terms shown as HTML, in a dialog, and with a background colour. */
export async function seedVisitorSite(db: Knex) {
  const site = await seedSite(db, policyText);
  await resetConfiguration(db);
  const html = await addTerms(db, "필수동의", {
    title: "개인정보 수집·이용 동의",
    dispOrder: 2,
    renderHtml: true,
    body: `<h2>수집 항목</h2>${paragraphs("<strong>이름</strong>과 휴대전화번호")}`,
  });
  const survey = await addTerms(db, "선택동의", {
    title: "안내 문자 수신 동의",
    dispOrder: 3,
    modalDisplay: true,
    renderHtml: true,
    bgColor: "#1d3f8f",
    confirmMsg: "안내 문자를 받겠습니다.",
    body: "<p>방문 하루 전에 문자로 알려 드립니다.</p>",
  });
  const goods = await addTerms(db, "체크리스트", {
    title: "반입 물품",
    dispOrder: 6,
    body: "[] 노트북은 안내데스크에 알립니다",
  });
  return { ...site, terms: { ...site.terms, html, survey, goods } };
}

export type VisitorSite = Awaited<ReturnType<typeof seedVisitorSite>>;

/** Changes rows that triggers protect: deployed terms and policies. */
export const overwrite = (db: Knex, table: string, change: Record<string, unknown>, where = {}) =>
  db.transaction(async (trx) => {
    await trx.raw("SET LOCAL session_replication_role = replica");
    await trx(table).where(where).update(change);
    // in place of the trigger: makes servers reload the site
    await trx("siteVersion").update({ version: trx.raw("gen_random_uuid()") });
  });

/** Two digits, so that every name takes the same number of keys (docs/tasks.md). */
let people = 9;

/** A name and a number unique to the test. */
export function newVisitor(): { name: string; cellphone: string } {
  people += 1;
  return { name: `방문객${people}`, cellphone: `010-5000-${String(people).padStart(4, "0")}` };
}

export type Person = ReturnType<typeof newVisitor>;

interface VisitDetails extends Partial<Omit<Visit, "leaderId">> {
  /** reservation number of the leader */
  readonly leader?: string;
}

/** Columns required by a status. */
const columnsOf = (statusCode: StatusCode) => ({
  statusCode,
  ...(statusCode === "entered" && { enteredAt: new Date(), enteredFrom: "approved" as const }),
  ...(statusCode === "ended" && { endedBecause: "done" as const }),
});

let visits = 0;

/** Adds a visit tomorrow from 14:00 to 16:00 with status `applied`, changed by `more`. @returns the reservation number */
export async function addVisit(
  { db, cipher }: TestServer,
  site: Site,
  { name, cellphone }: Person,
  { leader, statusCode = "applied", ...more }: VisitDetails = {},
): Promise<string> {
  const reserveNo = `260101-${String(++visits).padStart(5, "0")}`;
  const leaderId = leader ? (await db("visits").where({ reserveNo: leader }).first("id")).id : null;
  await Visit.query(db).insert({
    reserveNo,
    leaderId,
    ...columnsOf(statusCode),
    hostUserId: site.host,
    locationId: site.place,
    purposeId: site.purpose,
    startAt: toInstant(`${siteDay(1)} 14:00`, timezone),
    endAt: toInstant(`${siteDay(1)} 16:00`, timezone),
    name,
    company: "나래상사",
    carNumber: "",
    ...cipher.encryptContact(cellphone, reserveNo),
    origin: "public",
    lang: "ko",
    destroyOn: siteDay(366),
    ...more,
  });
  return reserveNo;
}

/** All columns of the visits with this name, with decrypted phone numbers. */
export async function storedVisits({ db, cipher }: TestServer, name: string) {
  const rows = await Visit.query(db).where({ name }).orderBy("id");
  return rows.map(({ cellCipher, cellKey, ...row }) => ({
    ...row,
    cellphone: cellCipher && cellKey ? cipher.decrypt({ cellCipher, cellKey }, row.reserveNo) : null,
    start: fromInstant(row.startAt, timezone),
    end: fromInstant(row.endAt, timezone),
  }));
}

/** Sets a visit's status without the rules. */
export const setStatus = ({ db }: TestServer, reserveNo: string, statusCode: StatusCode) =>
  db("visits").where({ reserveNo }).update(columnsOf(statusCode));
