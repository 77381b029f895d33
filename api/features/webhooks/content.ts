/** Payloads of webhooks: signed JSON, or a chat message. Built when sent and never stored. */
import { inLanguage, type Language } from "#api/http/language.ts";
import { fromInstant } from "#contract/dates.ts";
import { fillText, messageName } from "#contract/messages/sms-text.ts";
import type { SentEvent, WebhookFormat } from "#contract/site/webhooks.ts";
import type { Configuration } from "#db/models/configuration.ts";
import type { Webhook } from "#db/models/webhook.ts";
import type { ToldVisit } from "#db/queries/webhooks.ts";
import type { ClaimedDelivery } from "#db/statements/webhooks.ts";
import { messageTexts } from "../messages/templates.ts";

interface Told {
  readonly webhook: Pick<Webhook, "format" | "language" | "isPersonal">;
  readonly delivery: Pick<ClaimedDelivery, "event" | "statusCode" | "alert" | "happenedAt">;
  /** Undefined for alerts and tests. */
  readonly visit: ToldVisit | undefined;
  readonly site: Pick<Configuration, "timezone" | "customerCompany" | "enCustomerCompany">;
}

function dataOf({ webhook, delivery, visit, site }: Told) {
  // An alert names nobody: who it is about is only in the console.
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
    // Personal, too: with the name it finds the visit in the public lookup.
    ...(webhook.isPersonal && !visit.hiddenAt && { visitor: { reserveNo, name, company } }),
  };
}

const decided: Record<string, "approved" | "rejected"> = { approved: "approved", rejected: "rejected" };

function templateOf(lang: Language, { event, statusCode, alert }: Told["delivery"]): string {
  const { webhook, webhookAlert } = messageTexts[lang];
  if (event === "alert") return alert === "" ? webhook.test : webhookAlert[alert];
  return webhook[event === "decided" ? (decided[statusCode] ?? "undone") : event];
}

function sentenceOf({ webhook: { language: lang, isPersonal }, delivery, visit, site }: Told): string {
  const texts = messageTexts[lang];
  // The name is typed by a stranger: links and markup are removed.
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

const bodies: Record<WebhookFormat, (told: Told) => unknown> = {
  standard: (told) => ({
    type: typeOf(told.delivery.event),
    timestamp: told.delivery.happenedAt.toISOString(),
    data: dataOf(told),
  }),
  slack: (told) => ({ text: escapeForSlack(sentenceOf(told)) }),
  // A workflow's "when a webhook request is received" takes a card; a run of text in it is never read as Markdown.
  teams: (told) => ({
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        content: {
          $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
          type: "AdaptiveCard",
          version: "1.4",
          body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text: sentenceOf(told) }] }],
        },
      },
    ],
  }),
  kakaowork: (told) => ({ text: sentenceOf(told) }),
};

/** @returns the body, as JSON */
export const webhookBody = (told: Told): string => JSON.stringify(bodies[told.webhook.format](told));
