/** Which pass a visitor gets (docs/behaviour.md, "Passes"). Pure; the passes were read and locked before. */
import {
  type HttpError,
  type NamedPass,
  otherPassHeld,
  passLost,
  passOut,
  passRetired,
} from "#api/errors.ts";
import type { ErrorCode } from "#contract/errors.ts";
import type { Pass } from "#db/models/visits/pass.ts";

/** A pass; `visitId` is the visit that holds it. */
export type PassState = NamedPass & Pick<Pass, "id" | "status" | "visitId" | "issuedAt">;

export type PassChoice =
  /** `isNew` where it is issued now; else the visitor has it already. */
  | { readonly pass: PassState; readonly isNew: boolean }
  | { readonly error: ErrorCode }
  | { readonly refusal: HttpError };

/**
 * Chooses a visitor's pass of one kind.
 * @param visitId the visit that is to get it
 * @param wanted the requested number; without one the pass still held counts
 * @param passes those of this kind that are requested or held by the party
 * @returns undefined where none is requested and none is held
 */
export function choosePass(
  visitId: number,
  wanted: string | undefined,
  passes: readonly PassState[],
): PassChoice | undefined {
  const held = passes.find((pass) => pass.visitId === visitId);
  if (wanted === undefined) return held && { pass: held, isNew: false };
  const named = passes.find(({ passNo }) => passNo === wanted);
  if (!named) return { error: "passUnknown" };
  if (named === held) return { pass: named, isNew: false };
  if (named.status === "issued") return { refusal: passOut(named) };
  if (named.status === "lost") return { refusal: passLost(named) };
  if (named.status === "retired") return { refusal: passRetired(named) };
  // One pass a visitor: what is out with them comes back, or is marked as lost, before they get another.
  return held ? { refusal: otherPassHeld(held) } : { pass: named, isNew: true };
}

/** Of the passes a visitor holds, those that are returned. */
export const returnedPasses = <P extends PassState>(
  held: readonly P[],
  { passReturned, carPassReturned }: { readonly passReturned: boolean; readonly carPassReturned: boolean },
): P[] => held.filter(({ vehicle }) => (vehicle ? carPassReturned : passReturned));

/** Of the passes a visitor holds, those of the last entry; a pass kept from before is older. */
export const passesOfEntry = <P extends PassState>(held: readonly P[], enteredAt: Date | null): P[] =>
  held.filter(({ issuedAt }) => Number(issuedAt) >= Number(enteredAt));
