/** Visitors whom nobody else's data looks like, in two languages, and what they send. */
import { expect } from "vitest";
import { type ContentType, mandatoryTypes } from "#contract/texts/terms.ts";
import type { Answer, TestServer } from "./api.ts";

export interface Stranger {
  readonly name: string;
  readonly cellphone: string;
  readonly company: string;
  readonly carNumber: string;
  readonly lang: "ko" | "en";
  reserveNo?: string;
  id?: number;
}

export const stranger = (n: number): Stranger => {
  const isEnglish = n % 3 === 2;
  return {
    name: isEnglish ? `Visitorine Number${n}` : `연중객${String.fromCodePoint(0xac00 + (n % 19) * 588)}${n}`,
    cellphone: `010-0000-${7100 + n}`,
    company: isEnglish ? `Yearlong Traders ${n}` : `연중상사${n}`,
    carNumber: n % 4 === 0 ? `88연 ${7100 + n}` : "",
    lang: isEnglish ? "en" : "ko",
  };
};

/** What was answered, where nothing was wrong. */
export const ok = async (call: Promise<Answer>) => {
  const answer = await call;
  expect([200, 204], answer.text).toContain(answer.status);
  return answer.body;
};

interface DeployedTerms {
  readonly id: number;
  readonly contentType: ContentType;
  readonly currentVersion: { readonly version: number };
}

/** Consent to terms as they were deployed. */
export const agreementsTo = (terms: readonly DeployedTerms[]) =>
  terms.map(({ id, currentVersion: { version } }) => ({ termsId: id, version, agreed: true }));

/** What of somebody a search of the whole database would find. */
export const tracesOf = ({ name, cellphone, company, carNumber, reserveNo }: Stranger): string[] => [
  ...[name, cellphone, cellphone.replaceAll("-", "")],
  ...[`+82${cellphone.replaceAll("-", "").slice(1)}`, company],
  ...(carNumber ? [carNumber, carNumber.replace(" ", "")] : []),
  ...(reserveNo ? [reserveNo] : []),
];

/** Consent to everything that is mandatory, as the site shows it now. */
export async function consentNow(server: TestServer, lang: Stranger["lang"]) {
  const policy = await ok(server.get("/api/privacy/applied"));
  const terms: DeployedTerms[] = await ok(server.get("/api/terms/deployed", { lang }));
  const asked = terms.filter(({ contentType }) =>
    lang === "en" ? contentType === "체크리스트" : mandatoryTypes.includes(contentType),
  );
  return {
    privacy: true,
    privacyPolicyId: policy.id,
    agreements: agreementsTo(asked),
  };
}

/**
 * Applies as somebody who agrees to everything that is mandatory.
 * @param visit whom, where, why and when
 */
export async function applyAs(
  server: TestServer,
  { lang, name, cellphone, company, carNumber }: Stranger,
  visit: object,
): Promise<Answer> {
  return server.post("/api/request/simple/save/", {
    lang,
    body: { name, cellphone, company, carNumber, ...(await consentNow(server, lang)), ...visit },
  });
}
