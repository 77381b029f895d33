import { Model, type QueryBuilder } from "objection";
import type { StatusCode } from "#contract/visits/status.ts";
import { ApiKey } from "../api-key.ts";
import { BaseModel, belongsTo } from "../base-model.ts";
import { HostUser } from "../people/host-user.ts";
import { UserCode } from "../reference-record.ts";

export type Language = "ko" | "en";
export type EndedBecause = "expired" | "noShow" | "done" | "closed";

/** A visit of one person; a companion's references its leader. */
export class Visit extends BaseModel {
  static override tableName = "visits";
  static override modifiers = {
    ...BaseModel.modifiers,
    /** Their name stands in a text without spaces and hyphens; letter case does not count. */
    namedWithin: (query: QueryBuilder<Model>, text: string) =>
      query.whereRaw("strpos(lower(?), lower(translate(name, ' -', ''))) > 0", [text]),
  };
  static override get relationMappings() {
    return { place: belongsTo(UserCode, "visits", "locationId") };
  }
  declare id: number;
  declare reserveNo: string;
  declare leaderId: number | null;
  declare statusCode: StatusCode;
  declare endedBecause: EndedBecause | null;
  declare hostUserId: number;
  declare locationId: number | null;
  declare purposeId: number;
  declare startAt: Date;
  declare endAt: Date;
  declare name: string;
  declare company: string;
  declare position: string;
  declare phone: string;
  declare cellCipher: Buffer | null;
  declare cellKey: string | null;
  declare cellHash: Buffer | null;
  declare cellLastFourHash: Buffer | null;
  declare cellHashKey: string | null;
  declare carNumber: string;
  declare note: string;
  declare guide: string;
  /** The visitor of a rejected visit may read the reason. */
  declare reasonShown: boolean;
  declare origin: "public" | "console";
  declare lang: Language;
  /** YYYY-MM-DD by the site's calendar. */
  declare destroyOn: string;
  /** Since then only the trash shows it. */
  declare hiddenAt: Date | null;
  declare enteredAt: Date | null;
  declare enteredFrom: "approved" | "exited" | null;
  declare exitedAt: Date | null;
  /** The host is not yet notified of the entry. */
  declare arrivalPending: boolean;
  /** Staying overnight, while inside: when it was marked, and by which user. */
  declare overnightAt: Date | null;
  declare overnightBy: number | null;
  declare createdAt: Date;
  declare updatedAt: Date;
}

/** Log of a visit; append-only. */
export class VisitLog extends Model {
  static override tableName = "visit_logs";
  static override get relationMappings() {
    return {
      actor: belongsTo(HostUser, "visit_logs", "actorId"),
      apiKey: belongsTo(ApiKey, "visit_logs", "apiKeyId"),
      /** The host whose deputy the actor was. */
      deputized: belongsTo(HostUser, "visit_logs", "onBehalfOfId"),
    };
  }
  declare id: number;
  declare visitId: number;
  declare action: string;
  declare fromCode: StatusCode | null;
  declare toCode: StatusCode;
  declare actorKind: "visitor" | "staff" | "job" | "key";
  declare actorId: number | null;
  declare apiKeyId: number | null;
  /** The host whose deputy the actor was. */
  declare onBehalfOfId: number | null;
  declare note: string;
  /** Pass of the action; may be empty. */
  declare passNo: string;
  /** Passes that changed hands; they may be deleted by now. */
  declare passIds: number[];
  declare at: Date;
  /** Time of the action, where it was recorded later. */
  declare effectiveAt: Date | null;
  /** By the link of a message, not in the console. */
  declare byLink: boolean;
}
