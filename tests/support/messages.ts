import { randomUUID } from "node:crypto";
import type { Knex } from "knex";
import type { Outgoing, SmsDriver } from "#api/sms/driver.ts";
import { emptyPhoneColumns } from "#db/field-cipher.ts";
import { Message } from "#db/models/message.ts";
import type { TestServer } from "./api.ts";
import type { StaffedSite } from "./console/staffed-site.ts";
import { truncate } from "./database/truncate.ts";
import { addVisit } from "./visits/visits.ts";

export const acceptingDriver = (sent: Outgoing[] = []): SmsDriver => ({
  name: "solapi",
  send: async (message) => {
    sent.push(message);
    return { state: "sent", providerMessageId: message.ref };
  },
});

export interface AddedMessage extends Partial<Message> {
  readonly cellPhone?: string;
}

/** Adds a message; by default queued and due. */
export async function addMessage(
  server: Pick<TestServer, "db" | "cipher" | "now">,
  { cellPhone = "010-0000-1234", ...more }: AddedMessage = {},
): Promise<Message> {
  const ref = randomUUID();
  const { status = "queued" } = more;
  const at = server.now;
  return Message.query(server.db)
    .insert({
      ref,
      ...server.cipher.encryptContact(cellPhone, ref),
      toName: "홍길동",
      kind: "sms",
      event: "approve",
      text: "방문이 승인되었습니다.",
      variables: {},
      lang: "ko",
      status,
      nextAttemptAt: status === "queued" ? at : null,
      leasedUntil: status === "sending" ? new Date(at.getTime() + 1000) : null,
      sentAt: status === "sent" ? at : null,
      createdAt: at,
      updatedAt: at,
      ...more,
    })
    .returning("*");
}

/** Removes all personal data from a message, like an erasure. @param more columns that violate the rule */
export const eraseMessage = ({ db, now }: Pick<TestServer, "db" | "now">, id: number, more: object = {}) => {
  const forgotten = { ...emptyPhoneColumns, variables: "{}", text: "", toName: "", erasedAt: now };
  return db("messages")
    .where({ id })
    .update({ ...forgotten, ...more });
};

export const messageOf = async (db: Knex, id: number): Promise<Message> =>
  Message.query(db).findById(id).throwIfNotFound();

export const messagesOf = async (db: Knex, visitId: number): Promise<Message[]> =>
  Message.query(db).where({ visitId }).orderBy("id");

export const recipientOf = ({ cipher }: Pick<TestServer, "cipher">, message: Message): string =>
  cipher.decrypt(
    { cellCipher: message.cellCipher as Buffer, cellKey: message.cellKey as string },
    message.ref,
  );

/** Replaces all messages and visits. @returns a visit to the crew's host, and one to another host */
export async function renewCorrespondents({ server, site, crew }: StaffedSite) {
  await truncate(server.db, "messages", "sms_templates", "visits");
  const cellphone = "010-0000-1234";
  const own = await addVisit(server, site, { hostUserId: crew.host.id, name: "홍길동", cellphone });
  const theirs = await addVisit(server, site, { name: "성춘향", cellphone: "010-0000-5678" });
  return { own: own.id, theirs: theirs.id };
}
