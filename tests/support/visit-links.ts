/** Links of visitors, as they come with a message. */
import { expect } from "vitest";
import { sendDue } from "#api/features/messages/delivery.ts";
import type { Outgoing } from "#api/sms/driver.ts";
import type { Visit } from "#db/models/visit.ts";
import type { TestServer } from "./api.ts";
import { acceptingDriver, addMessage } from "./messages.ts";

export const publicOrigin = "https://visit.example.com";

/** The server's parts where messages are sent. @param sent where they are put */
export const sendingDeps = (server: Pick<TestServer, "deps">, sent: Outgoing[]) => ({
  ...server.deps,
  settings: { ...server.deps.settings, publicOrigin },
  sms: acceptingDriver(sent),
});

/** The token in a text; fails where there is none. */
export function tokenIn(text: string | undefined): string {
  const token = /https:\/\/visit\.example\.com\/v(?:\?lang=en)?#([\w-]{43})(?=\s|$)/.exec(text ?? "")?.[1];
  expect(token, text).toBeDefined();
  return String(token);
}

/** Sends the visitor of a visit a message with the link, as the desk would. @returns its token */
export async function linkTo(
  server: TestServer,
  { id, reserveNo, cellCipher, cellKey }: Visit,
): Promise<string> {
  const cellPhone = String(server.cipher.numberOf({ cellCipher, cellKey }, reserveNo));
  await addMessage(server, { visitId: id, cellPhone, event: "change", text: "확인해 주십시오. {link}" });
  const sent: Outgoing[] = [];
  await sendDue(sendingDeps(server, sent));
  return tokenIn(sent.at(-1)?.text);
}
