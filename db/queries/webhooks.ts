/** Read models of webhooks: visits in payloads, and deliveries. */
import type { Knex } from "knex";
import type { DeliveryState } from "#contract/site/webhooks.ts";
import { Visit } from "../models/visits/visit.ts";
import { WebhookDelivery } from "../models/webhook.ts";
import { type Page, pageOf, readSort } from "./pages.ts";

const told = [
  "id",
  "leaderId",
  "reserveNo",
  "name",
  "company",
  "startAt",
  "endAt",
  "hostUserId",
  "hiddenAt",
] as const satisfies (keyof Visit)[];

/** In the trash, which `hiddenAt` says, nothing personal of it is told. */
export interface ToldVisit extends Pick<Visit, (typeof told)[number]> {
  readonly placeId: number | null;
  readonly placeName: string | null;
  readonly placeEnName: string | null;
}

/** A visit as webhooks tell of it; undefined where it was destroyed. */
export const toldVisit = async (db: Knex, id: number): Promise<ToldVisit | undefined> =>
  Visit.query(db)
    .select(
      ...told.map((name) => `visits.${name}`),
      "place.id as placeId",
      "place.name as placeName",
      "place.enName as placeEnName",
    )
    .leftJoinRelated("place")
    .findById(id)
    .castTo<ToldVisit | undefined>();

interface Wanted {
  readonly page: number;
  readonly size: number;
  readonly sort?: "id" | "-id" | undefined;
  readonly state?: DeliveryState | undefined;
}

/** A page of a webhook's deliveries, the newest first unless asked otherwise; counting stops at 10,001. */
export function deliveryRows(
  db: Knex,
  webhookId: number,
  { page, size, sort = "-id", state }: Wanted,
): Promise<Page<WebhookDelivery>> {
  return pageOf(
    db,
    WebhookDelivery.query(db)
      .where({ webhookId, ...(state && { state }) })
      .orderBy("id", readSort(sort).way),
    { page, size },
  );
}
