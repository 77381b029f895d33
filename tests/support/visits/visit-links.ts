/** Visitors' links, sent by message. */
import { beforeEach, expect } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import { eraseVisits, lockGroups } from "#api/features/privacy/erase.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import type { TestServer } from "../api.ts";
import { staffedSite } from "../console/staffed-site.ts";
import { truncate } from "../database/truncate.ts";
import { acceptingDriver, addMessage } from "../messages.ts";
import { koreanApplication } from "../site.ts";
import { type AddedVisit, addVisit, seoul } from "./visits.ts";

export const publicOrigin = "https://visit.example.com";

/** Dependencies for sending messages. @param sent receives the messages */
export const sendingDeps = (server: Pick<TestServer, "deps">, sent: Outgoing[]) => ({
  ...server.deps,
  settings: { ...server.deps.settings, publicOrigin },
  sms: acceptingDriver(sent),
});

/** The token in a text; expects one. */
export function tokenIn(text: string | undefined): string {
  const token = /https:\/\/visit\.example\.com\/v(?:\?lang=en)?#([\w-]{43})(?=\s|$)/.exec(text ?? "")?.[1];
  expect(token, text).toBeDefined();
  return String(token);
}

/** Sends the visitor a message with the link. @returns its token */
export async function linkTo(
  server: TestServer,
  { id, reserveNo, cellCipher, cellKey }: Visit,
): Promise<string> {
  const cellPhone = String(server.cipher.decryptContact({ cellCipher, cellKey }, reserveNo));
  await addMessage(server, { visitId: id, cellPhone, event: "change", text: "확인해 주십시오. {link}" });
  const sent: Outgoing[] = [];
  await sendDue(sendingDeps(server, sent));
  return tokenIn(sent.findLast(({ event }) => event === "change")?.text);
}

export const linkIsOver = { token: "사용할 수 없는 링크입니다." };

/** Destroys the data of a visit like the privacy officer. */
export const destroyVisit = ({ db, now }: TestServer, id: number, by: { readonly id: number }) =>
  db.transaction(async (trx) =>
    eraseVisits(trx, await lockGroups(trx, [id], "wait"), {
      reason: "officer",
      by: by.id,
      now,
      timezone: seoul,
    }),
  );

/** A staffed site for tests of calls by link. Await it at the top of a file. */
export async function linkSite() {
  const { server, site, crew } = await staffedSite();
  const morning = server.now;
  beforeEach(async () => {
    server.now = morning;
    await truncate(server.db, "messages", "visits");
    await server.db("configuration").update({ useCar: true, requestInputVisitorCompany: true });
  });

  const call = (action: string, body: object, lang?: string) =>
    server.post(`/api/visit-link/${action}`, { body, ...(lang && { lang }) });
  const look = (token: string, lang?: string) => call("look", { token }, lang);

  /** A visit entered by staff, with its link. */
  async function linked(more: AddedVisit = {}): Promise<{ visit: Visit; token: string }> {
    const visit = await addVisit(server, site, {
      statusCode: "approved",
      origin: "console",
      cellphone: "010-0000-4321",
      ...more,
    });
    return { visit, token: await linkTo(server, visit) };
  }

  const { privacy, privacyPolicyId, agreements } = koreanApplication(site);
  const consent = { privacy, privacyPolicyId, agreements };
  const stored = (id: number) => server.db("visits").where({ id }).first();
  const consents = (visitId: number) => server.db("visitConsents").where({ visitId }).orderBy("id");
  const logs = async (visitId: number) =>
    (await server.db("visitLogs").where({ visitId }).orderBy("id")).map(
      ({ action, actorKind, note }: { action: string; actorKind: string; note: string }) => ({
        action,
        actorKind,
        note,
      }),
    );

  return { server, site, crew, call, look, linked, consent, stored, consents, logs };
}
