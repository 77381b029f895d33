import { Model } from "objection";
import type { MessageEvent, MessageKind, MessageStatus, TemplateEvent } from "#contract/messages/sms.ts";
import { ApiKey } from "./api-key.ts";
import { belongsTo } from "./base-model.ts";
import { HostUser } from "./people/host-user.ts";
import { type Language, Visit } from "./visits/visit.ts";

/** A message to a visitor, a host or a number; see the migration for what each status asks for. */
export class Message extends Model {
  static override tableName = "messages";
  static override get relationMappings() {
    return {
      visit: belongsTo(Visit, "messages", "visitId"),
      sender: belongsTo(HostUser, "messages", "sentBy"),
      senderKey: belongsTo(ApiKey, "messages", "sentByKey"),
    };
  }
  declare id: number;
  /** What the sealed number is bound to. */
  declare ref: string;
  declare visitId: number | null;
  /** The host it is for; null where it is for the visitor. */
  declare hostUserId: number | null;
  declare toName: string;
  declare cellCipher: Buffer | null;
  declare cellKey: string | null;
  declare cellHash: Buffer | null;
  declare cellLastFourHash: Buffer | null;
  declare cellHashKey: string | null;
  declare kind: MessageKind;
  declare event: MessageEvent;
  declare text: string;
  declare variables: Record<string, string>;
  declare lang: Language;
  declare status: MessageStatus;
  declare attempts: number;
  declare maxAttempts: number;
  declare nextAttemptAt: Date | null;
  declare leasedUntil: Date | null;
  declare error: string;
  declare provider: string;
  declare providerMessageId: string;
  declare sentBy: number | null;
  /** The key of another system that sent it by hand. */
  declare sentByKey: number | null;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare sentAt: Date | null;
  declare erasedAt: Date | null;
}

/** What a site changed of an event's message; an empty text is the product's own. */
export class SmsTemplate extends Model {
  static override tableName = "sms_templates";
  static override idColumn = "event";
  declare event: TemplateEvent;
  declare enabled: boolean;
  declare text: string;
  declare enText: string;
  declare updatedAt: Date;
}
