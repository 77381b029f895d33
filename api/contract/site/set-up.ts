/** What a new site still lacks, and texts to start from (docs/behaviour.md, "Set-up list"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
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
  "passes",
] as const;

export const setUpStep = z.object({
  key: z.enum(setUpKeys),
  done: z.boolean(),
  /** True where nobody can apply without it, as the configuration stands. */
  needed: z.boolean(),
});

export type SetUpStep = z.output<typeof setUpStep>;

/** Places that the register of erasures is lost with. */
const registerIn = z.enum(["FILES_DIR", "FILES_URL", "DATA_DIR"]);

export type RegisterIn = z.output<typeof registerIn>;

export const getSetUp = endpoint({
  method: "GET",
  path: "/dash/setup",
  permission: "referenceData.read",
  recorded: "none",
  summary: "The set-up list: what is there and what is missing, read from the data each time.",
  response: z.object({
    /** As the public site's `ready`: policy, terms and purposes are there. */
    ready: z.boolean(),
    steps: z.array(setUpStep),
    /**
     * Address of the proxy that this very call came through, where it is not in `TRUSTED_PROXIES`: then all visitors
     * share its limits. Null where there is none.
     */
    untrustedProxy: z.nullable(z.string()),
    /** Variable of the place that `ERASURE_REGISTER` lies in, and would be lost with. Null where it lies outside. */
    erasureRegisterIn: z.nullable(registerIn),
  }),
});

export type SetUpAnswer = z.output<typeof getSetUp.response>;

/**
 * What of some texts is to be filled in or taken out, each once: brackets with words between them, whatever formatting
 * those have. Empty ones are a checklist's boxes.
 */
export const bracketsIn = (...texts: readonly string[]): string[] => {
  const found = texts.flatMap((text) => text.match(/\[[^\]\n]+\]/g) ?? []);
  const words = found.map((bracket) => bracket.replaceAll(/<[^>]*>/g, ""));
  return [...new Set(words.filter((bracket) => bracket.slice(1, -1).trim() !== ""))];
};

const namedTemplate = z.object({ name: z.string(), enName: z.string() });

/** What has to be filled in or taken out, as it stands in the texts: `[회사명]`. */
const blanks = z.array(z.string());

export const templates = z.object({
  /** How the templates are meant, for whoever chooses one. */
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
    "Texts to start from, in Korean and English, for whoever may write texts; nothing of them is stored until it is saved by the ordinary calls.",
  response: templates,
});
