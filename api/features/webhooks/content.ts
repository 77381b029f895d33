/** Payloads of webhooks: signed JSON, or a chat message. Built when sent and never stored. */
import type { Knex } from "knex";
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { fillText, messageName } from "#contract/messages/sms-text.ts";
import type { SentEvent, WebhookFormat } from "#contract/site/webhooks.ts";
import type { Configuration } from "#db/models/configuration.ts";
import { Visit } from "#db/models/visits/visit.ts";
import type { Webhook } from "#db/models/webhook.ts";
import { messageTexts } from "../messages/templates.ts";
import type { ClaimedDelivery } from "./queries.ts";

const visitColumns = [
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

/** A visit as webhooks report it; `hiddenAt` of a visit in the trash excludes personal data. */
export interface ReportedVisit extends Pick<Visit, (typeof visitColumns)[number]> {
  readonly placeId: number | null;
  readonly placeName: string | null;
  readonly placeEnName: string | null;
}

/** The current visit; undefined where it was destroyed. */
export const readReportedVisit = async (db: Knex, id: number): Promise<ReportedVisit | undefined> =>
  Visit.query(db)
    .select(
      ...visitColumns.map((name) => `visits.${name}`),
      "place.id as placeId",
      "place.name as placeName",
      "place.enName as placeEnName",
    )
    .leftJoinRelated("place")
    .findById(id)
    .castTo<ReportedVisit | undefined>();

interface Report {
  readonly webhook: Pick<Webhook, "format" | "language" | "isPersonal">;
  readonly delivery: Pick<ClaimedDelivery, "event" | "statusCode" | "alert" | "happenedAt">;
  /** Undefined for alerts and tests. */
  readonly visit: ReportedVisit | undefined;
  readonly site: Pick<Configuration, "timezone" | "customerCompany" | "enCustomerCompany">;
}

function dataOf({ webhook, delivery, visit, site }: Report) {
  // Alerts name no person; the console does.
  if (delivery.alert) return { alert: delivery.alert };
  if (!visit) return {};
  const { id, leaderId, hostUserId, reserveNo, name, company, placeId, placeName, placeEnName } = visit;
  return {
    visitId: id,
    leaderVisitId: leaderId,
    status: delivery.statusCode,
    startDate: fromInstant(visit.startAt, site.timezone),
    endDate: fromInstant(visit.endAt, site.timezone),
    timezone: site.timezone,
    place: placeId === null ? null : { id: placeId, name: placeName ?? "", enName: placeEnName ?? "" },
    hostUserId,
    // The reservation number is personal, too: with the name it finds the visit in the public lookup.
    ...(webhook.isPersonal && !visit.hiddenAt && { visitor: { reserveNo, name, company } }),
  };
}

const decided: Record<string, "approved" | "rejected"> = { approved: "approved", rejected: "rejected" };

function templateOf(lang: Language, { event, statusCode, alert }: Report["delivery"]): string {
  const { webhook, webhookAlert } = messageTexts[lang];
  if (event === "alert") return alert === "" ? webhook.test : webhookAlert[alert];
  return webhook[event === "decided" ? (decided[statusCode] ?? "undone") : event];
}

function sentenceOf({ webhook: { language: lang, isPersonal }, delivery, visit, site }: Report): string {
  const texts = messageTexts[lang];
  // The visitor typed the name: links and markup are removed.
  const name = visit && isPersonal && !visit.hiddenAt ? messageName(visit.name) : "";
  return fillText(templateOf(lang, delivery), {
    company: inLanguage(lang, site.customerCompany, site.enCustomerCompany),
    name: name || texts.somebody,
    startDate: visit && fromInstant(visit.startAt, site.timezone),
    place: visit?.placeName ? inLanguage(lang, visit.placeName, visit.placeEnName ?? "") : texts.place,
  });
}

const typeOf = (event: SentEvent): string =>
  event === "test" || event === "alert" ? event : `visit.${event}`;

const escapeForSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const bodies: Record<WebhookFormat, (report: Report) => unknown> = {
  standard: (report) => ({
    type: typeOf(report.delivery.event),
    timestamp: report.delivery.happenedAt.toISOString(),
    data: dataOf(report),
  }),
  slack: (report) => ({ text: escapeForSlack(sentenceOf(report)) }),
  // The workflow "when a webhook request is received" expects a card; a text run is not parsed as Markdown.
  teams: (report) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text: sentenceOf(report) }] }],
        },
      },
    ],
  }),
  kakaowork: (report) => ({ text: sentenceOf(report) }),
};

/** @returns the body, as JSON */
export const webhookBody = (report: Report): string => JSON.stringify(bodies[report.webhook.format](report));
