/** Terms and their versions, written by API calls. */
import { expect } from "vitest";
import type { TestServer } from "../api.ts";
import type { SignedIn } from "../console/staff.ts";

export const termsPath = "/dash/terms";

/** Adds terms without a version, invisible to visitors. */
export async function writeTerms(writer: SignedIn, more: object = {}) {
  const body = { title: "새 약관", contentType: "선택동의", ...more };
  const answer = await writer.post(termsPath, { body });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Adds a draft. */
export async function writeVersion(writer: SignedIn, termsId: number, body = "본문", more: object = {}) {
  const answer = await writer.post(`${termsPath}/${termsId}/versions`, { body: { body, ...more } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

export const deploy = (writer: SignedIn, termsId: number, id: number) =>
  writer.put(`${termsPath}/${termsId}/versions/${id}/deploy`, { body: {} });

/** Adds terms with a deployed first version. */
export async function deployTerms(writer: SignedIn, body = "본문", more: object = {}) {
  const terms = await writeTerms(writer, more);
  const version = await writeVersion(writer, terms.id, body);
  expect((await deploy(writer, terms.id, version.id)).status).toBe(200);
  return { id: terms.id, versionId: version.id };
}

/** Hides terms from visitors, for other tests. */
export const retire = (writer: SignedIn, id: number) =>
  writer.put(`${termsPath}/${id}`, { body: { inUse: false } });

/** The terms as shown to visitors; undefined if hidden. */
export const shownTerms = async (server: TestServer, id: number, lang = "ko") =>
  (await server.get("/api/terms/deployed", { lang })).body.find((terms: { id: number }) => terms.id === id);

export const termsOf = ({ db }: TestServer, id: number) => db("terms").where({ id }).first();
export const versionsOf = ({ db }: TestServer, termsId: number) =>
  db("termsVersions").where({ termsId }).orderBy("version");
