/** Decides several visits, one request each; a refused one does not stop the others. */
import { useMutation } from "@tanstack/react-query";
import { approveVisit, rejectVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { CallError, call } from "../../lib/api.ts";
import { affectsAllCalls, showFailure } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";

export type Decision =
  | { readonly kind: "approve" }
  | { readonly kind: "reject"; readonly reason: string; readonly showReason: boolean };

export interface Decided {
  readonly kind: Decision["kind"];
  readonly done: readonly VisitAnswer[];
  /** Refused by the server: a colleague decided first, or it is too late. */
  readonly refused: readonly { readonly visit: VisitAnswer; readonly error: unknown }[];
  /** Not sent: the server is unreachable, or the session ended. */
  readonly notSent: readonly VisitAnswer[];
}

function send({ id }: VisitAnswer, decision: Decision): Promise<VisitAnswer> {
  const params = { id: String(id) };
  if (decision.kind === "approve") return call(approveVisit, { params, body: {} });
  const { reason, showReason } = decision;
  return call(rejectVisit, { params, body: { reason, showReason } });
}

interface Deciding {
  readonly visits: readonly VisitAnswer[];
  readonly decision: Decision;
}

async function decide({ visits, decision }: Deciding): Promise<Decided> {
  // the server decides companions together with their leader
  const isLed = ({ leader }: VisitAnswer) => visits.some(({ id }) => id === leader?.id);
  const toSend = visits.filter((visit) => !isLed(visit));
  const done: VisitAnswer[] = [];
  const refused: { visit: VisitAnswer; error: unknown }[] = [];
  for (const visit of toSend) {
    try {
      done.push(await send(visit, decision));
    } catch (error) {
      // the reason is invalid, for every visit
      if (error instanceof CallError && error.fields) throw error;
      if (affectsAllCalls(error)) {
        showFailure(error);
        break;
      }
      refused.push({ visit, error });
    }
  }
  return { kind: decision.kind, done, refused, notSent: toSend.slice(done.length + refused.length) };
}

export const useDecisions = (onDone: (decided: Decided) => void) =>
  useMutation({
    mutationFn: decide,
    onSuccess: onDone,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["visits"] }),
  });
