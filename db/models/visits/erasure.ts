import { Model } from "objection";
import type { erasureStates } from "#contract/privacy/erasure-requests.ts";
import { belongsTo } from "../base-model.ts";
import { HostUser } from "../people/host-user.ts";

/** Somebody asks that their data be erased; once decided it holds nothing personal. */
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

/** What was destroyed, and of how many; rows are only added. */
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
  /** Days from the end to the day of destruction that the visitors were told. */
  declare retentionDays: number[];
}

/** What the register outside the database says of an erasure: ids and counts, and nobody's data. */
export type ErasureEntry =
  | ({
      readonly kind: "visits";
      /** ISO, UTC. */
      readonly at: string;
      /** The name in the files that are there, which outlive the columns' names. */
      readonly why: DestructionRegister["reason"];
    } & Pick<
      DestructionRegister,
      "actorKind" | "hostUserId" | "visitIds" | "persons" | "messages" | "retentionDays"
    >)
  | {
      /** A request of a person was decided, and forgot whose it was. */
      readonly kind: "request";
      readonly at: string;
      readonly requestId: number;
      readonly state: "erased" | "refused";
      readonly decidedBy: number;
      readonly erasedVisits: number;
    };

/** What waits to be written to the register outside the database; deleted once it is there. */
export class WaitingErasure extends Model {
  static override tableName = "erasure_outbox";
  declare id: number;
  declare entry: ErasureEntry;
  static override get jsonAttributes() {
    return ["entry"];
  }
}
