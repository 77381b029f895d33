/** Read models of webhooks: what is told of a visit, and what was sent. */
import type { Knex } from "knex";
import { deepest } from "#contract/lists.ts";
import type { DeliveryState } from "#contract/site/webhooks.ts";
import { WebhookDelivery } from "../models/webhook.ts";

export interface ToldVisit {
  readonly id: number;
  readonly leaderId: number | null;
  readonly reserveNo: string;
  readonly name: string;
  readonly company: string;
  readonly startAt: Date;
  readonly endAt: Date;
  readonly hostUserId: number;
  readonly placeId: number | null;
  readonly placeName: string | null;
  readonly placeEnName: string | null;
  /** In the trash: nothing personal of it is told. */
  readonly isHidden: boolean;
}

/** A visit as webhooks tell of it; undefined where it was destroyed. */
export async function toldVisit(db: Knex, id: number): Promise<ToldVisit | undefined> {
  const { rows } = await db.raw<{ rows: ToldVisit[] }>(
    `SELECT v.id, v.leader_id AS "leaderId", v.reserve_no AS "reserveNo", v.name, v.company, v.start_at AS "startAt",
       v.end_at AS "endAt", v.host_user_id AS "hostUserId", place.id AS "placeId", place.name AS "placeName",
       place.en_name AS "placeEnName", v.hidden_at IS NOT NULL AS "isHidden"
     FROM visits v LEFT JOIN user_codes place ON place.id = v.location_id WHERE v.id = ?`,
    [id],
  );
  return rows[0];
}

interface Wanted {
  readonly page: number;
  readonly size: number;
  readonly sort?: "id" | "-id" | undefined;
  readonly state?: DeliveryState | undefined;
}

/** A page of a webhook's deliveries, the newest first unless asked otherwise; counting stops at 10,001. */
export async function deliveryRows(
  db: Knex,
  webhookId: number,
  { page, size, sort = "-id", state }: Wanted,
): Promise<{ rows: WebhookDelivery[]; total: number }> {
  const fits = WebhookDelivery.query(db).where({ webhookId, ...(state && { state }) });
  const counted = await fits
    .clone()
    .select("id")
    .limit(deepest + 1);
  const rows = await fits
    .orderBy("id", sort === "id" ? "asc" : "desc")
    .offset((page - 1) * size)
    .limit(size);
  return { rows, total: counted.length };
}
