/**
 * Message templates by event: the product's text or the site's own, switched on or off (docs/behaviour.md,
 * "Messages").
 */

import type { Knex } from "knex";
import { invalid } from "#api/errors.ts";
import type { Language } from "#api/http/language.ts";
import { publishChanges } from "#api/live/changes.ts";
import type { SiteSettings } from "#api/site-settings.ts";
import type { FieldErrors } from "#contract/errors.ts";
import {
  disabledByDefault,
  type TemplateChange,
  type TemplateEvent,
  templateEvents,
  unknownPlaceholder,
} from "#contract/messages/sms.ts";
import { SmsTemplate } from "#db/models/message.ts";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

/** Default templates. */
export const messageTexts = { ko: ko.message, en: en.message } as const;

export interface Template {
  readonly event: TemplateEvent;
  readonly enabled: boolean;
  /** Korean and English; never empty. */
  readonly texts: Record<Language, string>;
}

/** @param rows the site's changes of the default templates */
export function templateOf(event: TemplateEvent, rows: SiteSettings["templates"]): Template {
  const row = rows.find((changed) => changed.event === event);
  return {
    event,
    enabled: row?.enabled ?? !disabledByDefault.includes(event),
    texts: { ko: row?.text || messageTexts.ko[event], en: row?.enText || messageTexts.en[event] },
  };
}

export const readTemplate = async (db: Knex, event: TemplateEvent): Promise<Template> =>
  templateOf(event, await SmsTemplate.query(db).where({ event }));

/** The templates of all events. */
export async function readTemplates(db: Knex): Promise<Template[]> {
  const rows = await SmsTemplate.query(db);
  return templateEvents.map((event) => templateOf(event, rows));
}

/**
 * Changes an event's template. A text equal to the default is not stored, so that it follows later versions.
 * @throws InvalidInput where a text has a placeholder that the event does not have
 */
export async function changeTemplate(
  db: Knex,
  event: TemplateEvent,
  { enabled, text, enText }: TemplateChange,
  now: Date,
): Promise<Template> {
  const errors: FieldErrors = {};
  for (const [field, given] of Object.entries({ text, enText })) {
    const unknown = given === undefined ? undefined : unknownPlaceholder(event, given);
    if (unknown !== undefined) errors[field] = `blankUnknown:{${unknown}}`;
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const own = (given: string, lang: Language) => (given === messageTexts[lang][event] ? "" : given);
  const change = {
    ...(enabled !== undefined && { enabled }),
    ...(text !== undefined && { text: own(text, "ko") }),
    ...(enText !== undefined && { enText: own(enText, "en") }),
    updatedAt: now,
  };
  await db.transaction(async (trx) => {
    await SmsTemplate.query(trx)
      .insert({ event, enabled: !disabledByDefault.includes(event), ...change })
      .onConflict("event")
      .merge(change);
    await publishChanges(trx, [{ kind: "sms" }]);
  });
  return readTemplate(db, event);
}
