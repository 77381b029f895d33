/** A visitor's own visits by their links. */

import type { Knex } from "knex";
import type { StatusCode } from "#contract/visits/status.ts";
import type { Visit } from "../models/visits/visit.ts";

/** What visitors see of a visit, with the encrypted number. */
export interface LookupVisit {
  readonly id: number;
  readonly reserveNo: string;
  readonly leaderName: string | null;
  readonly followersCnt: number;
  readonly name: string;
  readonly company: string;
  readonly position: string;
  readonly phone: string;
  readonly cellCipher: Buffer | null;
  readonly cellKey: string | null;
  readonly placeName: string | null;
  readonly placeEnName: string | null;
  readonly purposeName: string;
  readonly purposeEnName: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly hostName: string;
  readonly hostEnName: string;
  readonly hostPosition: string;
  readonly statusCode: StatusCode;
  /** Why it was rejected; null where that may not be shown. */
  readonly reason: string | null;
}

/** Locks a leader's companion by the reservation number, where the link is still useful and no message went out. */
export async function lockCompanionNeedingLink(
  trx: Knex.Transaction,
  { leaderId, reserveNo }: { readonly leaderId: number; readonly reserveNo: string },
): Promise<Pick<Visit, "id" | "lang"> | undefined> {
  const { rows } = await trx.raw<{ rows: Pick<Visit, "id" | "lang">[] }>(
    `SELECT v.id, v.lang FROM visits v
     WHERE v.leader_id = ? AND v.reserve_no = ? AND v.hidden_at IS NULL
       AND v.status_code IN ('applied', 'approved', 'entered', 'exited')
       AND NOT EXISTS (SELECT FROM visit_consents c WHERE c.visit_id = v.id AND c.agreed)
       AND NOT EXISTS (SELECT FROM sms_messages m WHERE m.visit_id = v.id AND m.host_user_id IS NULL
         AND m.status IN ('queued', 'sending', 'sent', 'unknown'))
     FOR NO KEY UPDATE`,
    [leaderId, reserveNo],
  );
  return rows[0];
}
