/**
 * The form's draft. Kept in sessionStorage, so that a reload loses nothing; only the final page and a confirmed back
 * clear it.
 */
import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import type { Language } from "#browser/language.ts";
import { randomId } from "#browser/random-id.ts";
import type { FoundHost } from "#contract/people/host-search.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { read, remove, write } from "../lib/storage.ts";

/** A companion as typed. */
export interface DraftCompanion {
  /** row key */
  readonly key: number;
  readonly name: string;
  readonly cellphone?: string;
  readonly email?: string;
}

interface FormValues {
  readonly userCompany?: number | undefined;
  readonly hostUser?: FoundHost | undefined;
  /** Language of the host's company and department. */
  readonly hostLanguage?: Language | undefined;
  readonly location?: number | undefined;
  readonly purpose?: number | undefined;
  /** Local time; undefined while the default start follows the clock. */
  readonly startDate?: string | undefined;
  /** Local time; undefined while the end follows the start. */
  readonly endDate?: string | undefined;
  readonly name: string;
  readonly cellphone: string;
  readonly company: string;
  readonly carNumber: string;
  /** Code sent by message, if the site requires one. */
  readonly code?: string;
  readonly companions?: readonly DraftCompanion[];
}

/** Answer to a version of a text. */
export interface Answer {
  readonly version: number;
  readonly agreed: boolean;
}

/** Result of a submitted form. */
export interface Sent {
  readonly reserveNo: string;
  readonly statusCode: StatusCode;
  readonly name: string;
  readonly company: string;
  readonly startDate: string;
}

export interface Draft {
  readonly values: FormValues;
  /** By term id. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The privacy policy in force when the texts of a language were agreed to. */
  readonly policyIds: Readonly<Partial<Record<Language, number>>>;
  /** Ticked checklist lines, "id.version.line". */
  readonly ticks: Readonly<Record<string, true>>;
  /** Idempotency key: a retry after a reload or lost response is the same submission. */
  readonly key?: string | undefined;
  /** Refused: the next change starts a new submission. */
  readonly refused: boolean;
  /** Submitted period while the result is unknown: fixes the default start. */
  readonly sentPeriod?: { readonly startDate: string; readonly endDate: string } | undefined;
  readonly sent?: Sent | undefined;
}

const empty: Draft = {
  values: { name: "", cellphone: "", company: "", carNumber: "" },
  answers: {},
  ticks: {},
  refused: false,
  policyIds: {},
  key: undefined,
  sentPeriod: undefined,
  sent: undefined,
};

const tabStorage = {
  getItem: (key: string) => read("sessionStorage", key),
  setItem: (key: string, value: string) => write("sessionStorage", key, value),
  removeItem: (key: string) => remove("sessionStorage", key),
};

/** Stored data may come from an older version or be edited. */
function merge(stored: unknown, current: Draft): Draft {
  const { values, answers, ticks } = (stored ?? {}) as Partial<Draft>;
  return values && answers && ticks ? { ...current, ...(stored as Draft) } : current;
}

export const useDraft = create<Draft>()(
  persist(() => empty, {
    name: "visitor.draft",
    version: 1,
    storage: createJSONStorage(() => tabStorage),
    merge,
  }),
);

/** A change after a refusal starts a new submission with a new key. */
const renewKeyIfRefused = (draft: Draft): Pick<Draft, "key" | "refused"> =>
  draft.refused ? { key: undefined, refused: false } : { key: draft.key, refused: draft.refused };

export function setValues(values: Partial<FormValues>): void {
  useDraft.setState((draft) => ({ ...renewKeyIfRefused(draft), values: { ...draft.values, ...values } }));
}

export function setCompanions(change: (all: readonly DraftCompanion[]) => readonly DraftCompanion[]): void {
  setValues({ companions: change(useDraft.getState().values.companions ?? []) });
}

export function answerTerms(answers: Readonly<Record<number, Answer>>): void {
  useDraft.setState((draft) => ({ ...renewKeyIfRefused(draft), answers: { ...draft.answers, ...answers } }));
}

export function agreeToPolicy(language: Language, id: number): void {
  useDraft.setState((draft) => ({
    ...renewKeyIfRefused(draft),
    policyIds: { ...draft.policyIds, [language]: id },
  }));
}

/** Withdraws all consents and keeps the input. */
export function withdrawConsent(): void {
  useDraft.setState({ answers: {}, policyIds: {} });
}

export function tick(line: string, on: boolean): void {
  useDraft.setState((draft) => {
    const { [line]: _, ...others } = draft.ticks;
    return { ...renewKeyIfRefused(draft), ticks: on ? { ...others, [line]: true } : others };
  });
}

/** Prepares the submission. @returns its idempotency key */
export function beginSending(period: { startDate: string; endDate: string }): string {
  const key = useDraft.getState().key ?? randomId();
  useDraft.setState({ key, sentPeriod: period });
  return key;
}

/** Marks the submission as refused, which releases the period. Drops a used key (422). */
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
