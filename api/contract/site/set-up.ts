/** What a new site still needs, and template texts (docs/behaviour.md, "Set-up list"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/fields.ts";
import { contentTypes } from "#contract/texts/terms.ts";

export const setUpKeys = [
  "company",
  "logo",
  "policy",
  "terms",
  "purposes",
  "places",
  "companies",
  "hosts",
  "contacts",
  "messages",
  "desk",
  "privacyOfficer",
  "passes",
] as const;

export const setUpStep = z.object({
  key: z.enum(setUpKeys),
  done: z.boolean(),
  /** True where the first visits go wrong without it under the current configuration. */
  needed: z.boolean(),
  /** Of `contacts`: users whom no message reaches. Of `messages`: messages of the last seven days that were only stored. */
  count: z.int(),
  /** Published texts with placeholders, and how many each has. */
  texts: z.array(z.object({ id, title: z.string(), placeholders: z.int() })),
});

export type SetUpStep = z.output<typeof setUpStep>;

/** Locations whose loss would also lose the erasure register. */
const registerIn = z.enum(["FILES_DIR", "FILES_URL", "DATA_DIR"]);

export type RegisterIn = z.output<typeof registerIn>;

export const getSetUp = endpoint({
  method: "GET",
  path: "/dash/setup",
  permission: "referenceData.read",
  recorded: "none",
  summary: "The set-up list: complete and missing items, read from the data each time.",
  response: z.object({
    /** As `ready` of the public configuration. */
    ready: z.boolean(),
    steps: z.array(setUpStep),
    channels: z.object({
      /** Name of the text message driver, and sender of e-mail; empty where not configured. */
      sms: z.string(),
      email: z.string(),
      /** Visitors must enter codes, which only text messages bring. */
      codes: z.boolean(),
      /** Messages of the last seven days whose delivery failed and that no later message of their channel followed. */
      undelivered: z.int(),
    }),
    /**
     * Address of the proxy that forwarded this call, where `TRUSTED_PROXIES` lacks it: all visitors then share their
     * limits. Null without such a proxy.
     */
    untrustedProxy: z.nullable(z.string()),
    /** Variable of the location that contains `ERASURE_REGISTER`; null where it lies outside. */
    erasureRegisterIn: z.nullable(registerIn),
    /** Scheduled jobs that are late by twice their period; `doneAt` is null for one that was never done. */
    overdueJobs: z.array(z.object({ name: z.string(), doneAt: z.nullable(z.string()) })),
  }),
});

export type SetUpAnswer = z.output<typeof getSetUp.response>;

export const sendTestMessages = endpoint({
  method: "POST",
  path: "/dash/setup/test-messages",
  permission: "referenceData",
  recorded: { subject: null },
  person: true,
  summary:
    "Sends a test message by each configured channel to the caller's own number and address at once, and returns what happened. Nothing is stored.",
  body: z.strictObject({}),
  response: z.array(
    z.object({
      channel: z.enum(["sms", "email"]),
      /** `noDriver`: the channel is not configured; `noRecipient`: the caller has no number or address. */
      outcome: z.enum(["sent", "failed", "unknown", "noDriver", "noRecipient"]),
      /** Masked; empty without a recipient. */
      to: z.string(),
      /** The provider's reason, or our own. */
      error: z.string(),
    }),
  ),
});

export type TestMessages = z.output<typeof sendTestMessages.response>;

/**
 * Placeholders of some texts, each once: words in brackets, whatever their formatting. Empty brackets are checkboxes of
 * a checklist.
 */
export const bracketsIn = (...texts: readonly string[]): string[] => {
  const found = texts.flatMap((text) => text.match(/\[[^[\]\n]+\]/g) ?? []);
  const words = found.map((bracket) => bracket.replaceAll(/<[^<>]*>/g, ""));
  return [...new Set(words.filter((bracket) => bracket.slice(1, -1).trim() !== ""))];
};

const namedTemplate = z.object({ name: z.string(), enName: z.string() });

/** Placeholders to fill in or remove, as they appear in the texts: `[회사명]`. */
const blanks = z.array(z.string());

export const templates = z.object({
  /** How to use the templates. */
  notice: z.object({ ko: z.string(), en: z.string() }),
  /** Fields of `POST /dash/privacy-policies`. */
  policies: z.array(z.object({ title: z.string(), content: z.string(), enContent: z.string(), blanks })),
  /** Fields of `POST /dash/terms`, and of the version that follows. */
  terms: z.array(
    z.object({
      title: z.string(),
      enTitle: z.string(),
      contentType: z.enum(contentTypes),
      renderHtml: z.boolean(),
      modalDisplay: z.boolean(),
      requestAgree: z.boolean(),
      bgColor: z.string(),
      confirmMsg: z.string(),
      enConfirmMsg: z.string(),
      body: z.string(),
      enBody: z.string(),
      blanks,
    }),
  ),
  /** Fields of `POST /dash/usercodes/9003`. */
  purposes: z.array(namedTemplate),
  /** Fields of `POST /dash/usercodes/9002`. */
  places: z.array(namedTemplate),
});

export type Templates = z.output<typeof templates>;

export const getTemplates = endpoint({
  method: "GET",
  path: "/dash/setup/templates",
  permission: "texts",
  recorded: "none",
  summary:
    "Template texts in Korean and English, for users who may write texts; the ordinary calls store them.",
  response: templates,
});
