import { Model } from "objection";
import type { MessageChannel } from "#contract/channel.ts";

/** A visitor's address of e-mail, sealed as a number is. */
export class VisitEmail extends Model {
  static override tableName = "visit_emails";
  declare id: number;
  declare visitId: number;
  declare cellCipher: Buffer;
  declare cellKey: string;
  declare cellHash: Buffer;
  declare cellLastFourHash: Buffer;
  declare cellHashKey: string;
  /** Since then nobody is known at the address. */
  declare bouncedAt: Date | null;
  /** Null where the visitor chose none. */
  declare channel: MessageChannel | null;
  /** Calendar invitations and cancellations so far. */
  declare invitations: number;
}
