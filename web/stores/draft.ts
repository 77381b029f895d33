/**
 * The form while it is being filled. It lives in the tab (sessionStorage), so that an accidental reload
 * loses nothing; the final page, a confirmed back and nothing else clear it.
 */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Language } from "#browser/language.ts";
import { randomId } from "#browser/random-id.ts";
import type { FoundHost } from "#contract/people/host-search.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { read, remove, write } from "../lib/storage.ts";

/** Somebody who comes along, as typed. */
export interface DraftCompanion {
  /** tells rows apart */
  readonly key: number;
  readonly name: string;
  readonly cellphone?: string;
  readonly email?: string;
}

interface FormValues {
  readonly userCompany?: number | undefined;
  readonly hostUser?: FoundHost | undefined;
  /** The language the host's company and department were read in. */
  readonly hostLanguage?: Language | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
  /** Wall time; undefined while the default start moves with the clock. */
  readonly startDate?: string | undefined;
  /** Wall time; undefined while the end follows the start. */
  readonly endDate?: string | undefined;
  readonly name: string;
  readonly cellphone: string;
  readonly company: string;
  readonly carNumber: string;
  /** What came by message, where the site asks for it. */
  readonly code?: string;
  readonly companions?: readonly DraftCompanion[];
}

/** What was answered about a text, and about which version of it. */
export interface Answer {
  readonly version: number;
  readonly agreed: boolean;
}

/** What the server said to a sent form. */
export interface Sent {
  readonly reserveNo: string;
  readonly statusCode: StatusCode;
  readonly name: string;
  readonly company: string;
  readonly startDate: string;
}

export interface Draft {
  readonly values: FormValues;
  /** By the term's id. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The privacy policy agreed to where the language asks for that. */
  readonly policyId?: number | undefined;
  /** Ticked lines of checklists, "id.version.line". */
  readonly ticks: Readonly<Record<string, true>>;
  /** One key a filled form: sending again after a reload or a lost answer is the same submission. */
  readonly key?: string | undefined;
  /** After a refusal the next change makes it another submission. */
  readonly refused: boolean;
  /** The period that was sent while the answer is unknown: a default start no longer moves then. */
  readonly sentPeriod?: { readonly startDate: string; readonly endDate: string } | undefined;
  readonly sent?: Sent | undefined;
}

const empty: Draft = {
  values: { name: "", cellphone: "", company: "", carNumber: "" },
  answers: {},
  ticks: {},
  refused: false,
  policyId: undefined,
  key: undefined,
  sentPeriod: undefined,
  sent: undefined,
};

const shelf = {
  getItem: (key: string) => read("sessionStorage", key),
  setItem: (key: string, value: string) => write("sessionStorage", key, value),
  removeItem: (key: string) => remove("sessionStorage", key),
};

/** What an older site or another hand left in the tab may be anything. */
function merge(kept: unknown, current: Draft): Draft {
  const { values, answers, ticks } = (kept ?? {}) as Partial<Draft>;
  return values && answers && ticks ? { ...current, ...(kept as Draft) } : current;
}

export const useDraft = create<Draft>()(
  persist(() => empty, { name: "visitor.draft", version: 1, storage: createJSONStorage(() => shelf), merge }),
);

/** After a refusal, a change makes the form another submission with a key of its own. */
const changed = (draft: Draft): Pick<Draft, "key" | "refused"> =>
  draft.refused ? { key: undefined, refused: false } : { key: draft.key, refused: draft.refused };

export function setValues(values: Partial<FormValues>): void {
  useDraft.setState((draft) => ({ ...changed(draft), values: { ...draft.values, ...values } }));
}

export function setCompanions(change: (all: readonly DraftCompanion[]) => readonly DraftCompanion[]): void {
  setValues({ companions: change(useDraft.getState().values.companions ?? []) });
}

export function answerTerms(answers: Readonly<Record<number, Answer>>): void {
  useDraft.setState((draft) => ({ ...changed(draft), answers: { ...draft.answers, ...answers } }));
}

export function agreeToPolicy(policyId: number): void {
  useDraft.setState((draft) => ({ ...changed(draft), policyId }));
}

/** Takes every consent back; what was typed stays. */
export function withdrawConsent(): void {
  useDraft.setState({ answers: {}, policyId: undefined });
}

export function tick(line: string, on: boolean): void {
  useDraft.setState((draft) => {
    const { [line]: _, ...others } = draft.ticks;
    return { ...changed(draft), ticks: on ? { ...others, [line]: true } : others };
  });
}

/** Readies the form for sending. @returns the key to send it under */
export function beginSending(period: { startDate: string; endDate: string }): string {
  const key = useDraft.getState().key ?? randomId();
  useDraft.setState({ key, sentPeriod: period });
  return key;
}

/** Notes a refusal: nothing was taken, so the period may move again. A used-up key (422) is dropped at once. */
export function markRefused(isKeyUsedUp: boolean): void {
  useDraft.setState((draft) => ({
    refused: true,
    sentPeriod: undefined,
    key: isKeyUsedUp ? undefined : draft.key,
  }));
}

export function markSent(sent: Sent): void {
  useDraft.setState({ sent, key: undefined, refused: false, sentPeriod: undefined });
}

export function clearDraft(): void {
  useDraft.setState(empty, true);
}
