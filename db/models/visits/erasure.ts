import { Model } from "objection";
import type { erasureStates } from "#contract/privacy/erasure-requests.ts";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "../people/host-user.ts";

/** A request for erasure; after the decision it contains no personal data. */
export class ErasureRequest extends Model {
  static override tableName = "erasure_requests";
  static override get relationMappings() {
    return {
      creator: belongsTo(HostUser, "erasure_requests", "createdBy"),
      decider: belongsTo(HostUser, "erasure_requests", "decidedBy"),
    };
  }
  declare id: number;
  declare requestNo: string;
  declare state: (typeof erasureStates)[number];
  declare name: string;
  declare cellCipher: Buffer | null;
  declare cellKey: string | null;
  declare cellHash: Buffer | null;
  declare cellLastFourHash: Buffer | null;
  declare cellHashKey: string | null;
  declare visitIds: number[];
  declare note: string;
  declare createdBy: number;
  declare createdAt: Date;
  declare decidedBy: number | null;
  declare decidedAt: Date | null;
  declare reason: string;
  declare erasedVisits: number;
}

/** Destructions with reason and amount; append-only. */
export class DestructionRegister extends Model {
  static override tableName = "destruction_register";
  static override get relationMappings() {
    return { actor: belongsTo(HostUser, "destruction_register", "hostUserId") };
  }
  declare id: number;
  declare at: Date;
  declare actorKind: "staff" | "job";
  declare hostUserId: number | null;
  declare reason: "due" | "officer" | "request";
  declare visitIds: number[];
  declare persons: number;
  declare messages: number;
  /** Days from the visit's end to its destruction, as the visitors had been informed. */
  declare retentionDays: number[];
}

/** An entry of the erasure register outside the database: ids and counts, no personal data. */
export type ErasureEntry =
  | ({
      readonly kind: "visits";
      /** ISO, UTC. */
      readonly at: string;
      /** Named as in existing files, which outlive the column's name. */
      readonly why: DestructionRegister["reason"];
    } & Pick<
      DestructionRegister,
      "actorKind" | "hostUserId" | "visitIds" | "persons" | "messages" | "retentionDays"
    >)
  | {
      /** The decision on a request for erasure, which removed the applicant's data. */
      readonly kind: "request";
      readonly at: string;
      readonly requestId: number;
      readonly state: "erased" | "refused";
      readonly decidedBy: number;
      readonly erasedVisits: number;
    };

/** An entry that is not yet written to the register outside the database. */
export class WaitingErasure extends Model {
  static override tableName = "erasure_outbox";
  declare id: number;
  declare entry: ErasureEntry;
  static override get jsonAttributes() {
    return ["entry"];
  }
}
