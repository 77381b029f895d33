/** Terms that a visitor reads and agrees to (docs/behaviour.md, "Terms step" and "Records"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { id } from "#contract/fields.ts";

export const contentTypes = ["이용약관", "필수동의", "선택동의", "안내문", "체크리스트"] as const;

export type ContentType = (typeof contentTypes)[number];

/** Types that must be agreed to before applying (docs/behaviour.md, "Consent"). */
export const mandatoryTypes: readonly ContentType[] = ["이용약관", "필수동의", "체크리스트"];

export const deployedTerms = z.object({
  id,
  title: z.string(),
  contentType: z.enum(contentTypes),
  currentVersion: z.object({ version: z.int(), body: z.string() }),
  /** The body is HTML, sanitised by the server. */
  renderHtml: z.boolean(),
  /** Shown in a dialog with a confirmation checkbox; otherwise inline. */
  modalDisplay: z.boolean(),
  /** An inline body with the choices agree and disagree. */
  requestAgree: z.boolean(),
  /** `#rrggbb` or empty. */
  bgColor: z.string(),
  /** Label of the dialog's checkbox; empty for the default. */
  confirmMsg: z.string(),
});

export type DeployedTerms = z.output<typeof deployedTerms>;

export const getDeployedTerms = endpoint({
  method: "GET",
  path: "/api/terms/deployed",
  permission: "public",
  recorded: "none",
  summary: "The terms in force, in their order and in the reader's language.",
  response: z.array(deployedTerms),
});

export type BodyLine = { readonly kind: "check" | "text"; readonly text: string };

/** Splits the body of a checklist: lines that start with `[]` are checkboxes, others paragraphs; blank lines are dropped. */
export function checklistLines(body: string): BodyLine[] {
  return body
    .split(/\r?\n/)
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .map((text) =>
      text.startsWith("[]") ? { kind: "check", text: text.slice(2).trim() } : { kind: "text", text },
    );
}
