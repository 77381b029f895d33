import { Model } from "objection";
import type { MessageChannel } from "#contract/channel.ts";

/** A visitor's e-mail address, encrypted like a phone number. */
export class VisitEmail extends Model {
  static override tableName = "visit_emails";
  declare id: number;
  declare visitId: number;
  declare cellCipher: Buffer;
  declare cellKey: string;
  declare cellHash: Buffer;
  declare cellLastFourHash: Buffer;
  declare cellHashKey: string;
  /** When a mail server rejected the address as unknown. */
  declare bouncedAt: Date | null;
  /** Null where the visitor chose none. */
  declare channel: MessageChannel | null;
  /** Calendar invitations and cancellations sent so far. */
  declare invitations: number;
}

/** Columns of a visit's address, selected with the visit; null without one. */
export interface EmailColumns {
  emailCipher: Buffer | null;
  emailKey: string | null;
  emailBounced: boolean;
  channel: MessageChannel | null;
}
