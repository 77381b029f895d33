import { Model } from "objection";
import type { MessageEvent, MessageKind, MessageStatus, TemplateEvent } from "#contract/messages/sms.ts";
import { ApiKey } from "./api-key.ts";
import { belongsTo } from "./base-model.ts";
import { HostUser } from "./people/host-user.ts";
import { type Language, Visit } from "./visits/visit.ts";

/** A message to a visitor, a host or a number; the migration defines the columns that each status needs. */
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
  /** Associated data of the encrypted recipient. */
  declare ref: string;
  declare visitId: number | null;
  /** The recipient; null for the visitor. */
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
  /** The API key that sent it. */
  declare sentByKey: number | null;
  /** A visitor of the public site caused it. */
  declare isPublic: boolean;
  declare createdAt: Date;
  declare updatedAt: Date;
  declare sentAt: Date | null;
  declare erasedAt: Date | null;
}

/** The site's changes of an event's template; an empty text stands for the default. */
export class SmsTemplate extends Model {
  static override tableName = "sms_templates";
  static override idColumn = "event";
  declare event: TemplateEvent;
  declare enabled: boolean;
  declare text: string;
  declare enText: string;
  declare updatedAt: Date;
}
