/** Taking over texts to start from, by the ordinary calls; nothing of them is in force before somebody says so. */

import type { Templates } from "#contract/site/set-up.ts";
import { addCode, codeKinds } from "#contract/site/user-codes.ts";
import { addTerms, addVersion, deployVersion } from "#contract/texts/managed-terms.ts";
import { addPolicy, applyPolicy } from "#contract/texts/privacy-policies.ts";
import { CallError, call } from "../../lib/api.ts";
import type { Draft } from "./queries.ts";

/** Adds codes in their order; one that is there already stays as it is. */
async function takeOverCodes(kind: keyof typeof codeKinds, codes: Templates["places"]): Promise<void> {
  const params = { kind: String(codeKinds[kind]) as "9002" | "9003" };
  for (const body of codes) {
    try {
      await call(addCode, { params, body });
    } catch (error) {
      if (!(error instanceof CallError) || error.fields?.name === undefined) throw error;
    }
  }
}

async function takeOverTerms(terms: Templates["terms"]): Promise<void> {
  for (const { body, enBody, blanks: _, ...fields } of terms) {
    const { id } = await call(addTerms, { body: fields });
    await call(addVersion, { params: { id: String(id) }, body: { body, enBody } });
  }
}

async function takeOverPolicy([policy]: Templates["policies"]): Promise<void> {
  if (!policy) return;
  const { blanks: _, ...body } = policy;
  await call(addPolicy, { body });
}

/** What can be begun with a template. */
export const startedSteps = ["policy", "terms", "purposes", "places"] as const;

export type StartedStep = (typeof startedSteps)[number];

/** What is under way at a step: others hear of each part of it, the step itself is not done before the last. */
export const underWay = (step: string, what?: "take" | "enforce") => ["setUp", step, ...(what ? [what] : [])];

/** @throws CallError where something could not be saved; what was before it stays */
export const takeOver: Readonly<Record<StartedStep, (templates: Templates) => Promise<void>>> = {
  policy: ({ policies }) => takeOverPolicy(policies),
  terms: ({ terms }) => takeOverTerms(terms),
  purposes: ({ purposes }) => takeOverCodes("purpose", purposes),
  places: ({ places }) => takeOverCodes("place", places),
};

/** Puts drafts in force, one after the other. @throws CallError where one is refused; those before it hold */
export async function putInForce(drafts: readonly Draft[]): Promise<void> {
  for (const { id, versionId } of drafts) {
    if (versionId === undefined) await call(applyPolicy, { params: { id: String(id) }, body: {} });
    else await call(deployVersion, { params: { id: String(id), versionId: String(versionId) }, body: {} });
  }
}
