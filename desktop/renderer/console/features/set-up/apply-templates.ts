/** Creates records from the product's templates. Texts become drafts, which a user must publish. */
import type { Templates } from "#contract/site/set-up.ts";
import { addCode, codeKinds } from "#contract/site/user-codes.ts";
import { addTerms, addVersion, deployVersion } from "#contract/texts/managed-terms.ts";
import { addPolicy, applyPolicy } from "#contract/texts/privacy-policies.ts";
import { CallError, call } from "../../lib/api.ts";
import type { Draft } from "./queries.ts";

/** Adds codes in order; existing ones stay unchanged. */
async function addCodes(kind: keyof typeof codeKinds, codes: Templates["places"]): Promise<void> {
  const params = { kind: String(codeKinds[kind]) as "9002" | "9003" };
  for (const body of codes) {
    try {
      await call(addCode, { params, body });
    } catch (error) {
      if (!(error instanceof CallError) || error.fields?.name === undefined) throw error;
    }
  }
}

async function addTermsDrafts(terms: Templates["terms"]): Promise<void> {
  for (const { body, enBody, blanks: _, ...fields } of terms) {
    const { id } = await call(addTerms, { body: fields });
    await call(addVersion, { params: { id: String(id) }, body: { body, enBody } });
  }
}

async function addPolicyDraft([policy]: Templates["policies"]): Promise<void> {
  if (!policy) return;
  const { blanks: _, ...body } = policy;
  await call(addPolicy, { body });
}

/** Steps with templates. */
export const templateSteps = ["policy", "terms", "purposes", "places"] as const;

export type TemplateStep = (typeof templateSteps)[number];

/** Mutation key of a step; a step with a running mutation is not done, even if the server says so already. */
export const mutationKeyOf = (step: string, action?: "apply" | "publish") => [
  "setUp",
  step,
  ...(action ? [action] : []),
];

/** @throws CallError if a record is refused; earlier ones stay */
export const applyTemplates: Readonly<Record<TemplateStep, (templates: Templates) => Promise<void>>> = {
  policy: ({ policies }) => addPolicyDraft(policies),
  terms: ({ terms }) => addTermsDrafts(terms),
  purposes: ({ purposes }) => addCodes("purpose", purposes),
  places: ({ places }) => addCodes("place", places),
};

/** Publishes drafts in order. @throws CallError if one is refused; earlier ones stay published */
export async function publishDrafts(drafts: readonly Draft[]): Promise<void> {
  for (const { id, versionId } of drafts) {
    if (versionId === undefined) await call(applyPolicy, { params: { id: String(id) }, body: {} });
    else await call(deployVersion, { params: { id: String(id), versionId: String(versionId) }, body: {} });
  }
}
