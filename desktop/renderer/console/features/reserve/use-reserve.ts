/** Form values of a reservation, and submitting it idempotently. */
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "react-toastify/unstyled";
import { defaultEnd, floorToStep, isWallTime, type WallTime } from "#contract/dates.ts";
import type { EndpointInput } from "#contract/endpoint.ts";
import type { CurrentUser } from "#contract/people/account.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { PreviousVisitor } from "#contract/visits/previous-visitors.ts";
import { periodErrors } from "#contract/visits/requests.ts";
import { maxStayDays, reserveVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { submissionKey, wasRefused } from "../../lib/forms/submission-key.ts";
import { checkBody, type DraftForm, errorText } from "../../lib/forms/use-form.ts";
import { translate } from "../../lib/language.ts";
import { may, ownHosts, scopeOf } from "../../lib/session.ts";
import { addApprovalRequest } from "../../stores/approval-requests.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { cacheVisits } from "../visits/queries.ts";
import { emptyPerson, isBlank, type Person, type PersonField } from "./people.ts";

/** Opens the new visit's drawer on a screen that lists it. */
function useOpenNewVisit(user: CurrentUser, today: string) {
  const navigate = useNavigate();
  return ({ id, startDate, statusCode }: VisitAnswer) => {
    const list = statusCode === "approved" ? "upcoming" : undefined;
    if (!may(user, "desk")) return navigate({ to: "/approvals", search: { list, visit: id } });
    if (startDate.startsWith(today)) return navigate({ to: "/today", search: { visit: id } });
    return navigate({ to: "/visits", search: { visit: id } });
  };
}

interface ReserveSite {
  /** The site's wall clock. */
  readonly now: WallTime;
  /** Whether a place is required, as in the public form, and the id of the only one. */
  readonly place: { readonly isRequired: boolean; readonly only: string | null };
}

/** @param draft key of the form's draft */
export function useReserve(
  form: DraftForm<ReserveValues>,
  draft: string,
  user: CurrentUser,
  { now, place }: ReserveSite,
) {
  const keyName = `${draft}-key`;
  const open = useOpenNewVisit(user, now.slice(0, 10));
  const reserve = useMutation({
    mutationFn: (values: ReserveValues) =>
      call(reserveVisit, { body: bodyOf(values, user) }, { idempotencyKey: submissionKey(keyName) }),
    onSuccess: (visit) => {
      dropDraft(keyName);
      form.forget();
      cacheVisits([visit]);
      if (visit.statusCode === "applied") addApprovalRequest(visit.id);
      const { name, followersCnt: count } = visit;
      const outcome = visit.statusCode === "applied" ? "asked" : "done";
      const key =
        count > 0 ? (`console.reserve.${outcome}Party` as const) : (`console.reserve.${outcome}` as const);
      toast.success(translate(key, { name, count }), {
        toastId: `reserve-${visit.id}`,
      });
      void open(visit);
    },
    onError: (error) => {
      if (wasRefused(error)) dropDraft(keyName);
      warn(form.showServerErrors(error));
    },
  });
  const submit = () => {
    const location = place.isRequired ? (form.values.location ?? place.only) : null;
    const values = { ...finalValues(form.values, now), location };
    const errors = {
      ...periodErrorTexts(values, now),
      ...(place.isRequired && location === null && { location: errorText("required") }),
      ...checkBody(reserveVisit.body, bodyOf(values, user)),
    };
    if (Object.keys(errors).length > 0) {
      if (values.companions.length !== form.values.companions.length)
        form.setFieldValue("companions", values.companions);
      return warn(form.showErrors(errors));
    }
    // A retry with the same idempotency key must send the same body, so stop following the clock.
    form.setValues(values);
    reserve.mutate(values);
  };
  return { submit, isPending: reserve.isPending };
}

const periodErrorTexts = ({ startDate, endDate }: ReserveValues, now: string) =>
  Object.fromEntries(
    Object.entries(periodErrors({ startDate, endDate }, maxStayDays, now)).map(([field, code]) => [
      field,
      errorText(code),
    ]),
  );

export type ReserveValues = Record<PersonField, string> & {
  email: string;
  hostUser: NamedItem | null;
  location: string | null;
  purpose: string | null;
  /** Empty while the start follows the clock. */
  startDate: string;
  /** Empty while the end follows the start. */
  endDate: string;
  note: string;
  askHost: boolean;
  companions: Person[];
  /** Earlier visit whose contact data the server copies, with masked values for display; null for new visitors. */
  previousVisit: Pick<PreviousVisitor, "id" | "name" | "cellPhone" | "emailMasked" | "companions"> | null;
};

export const emptyReservation: ReserveValues = {
  ...emptyPerson,
  email: "",
  hostUser: null,
  location: null,
  purpose: null,
  startDate: "",
  endDate: "",
  note: "",
  askHost: false,
  companions: [],
  previousVisit: null,
};

/** The period to show and send. @param now the site's wall clock */
export function periodOf({ startDate, endDate }: ReserveValues, now: WallTime) {
  const start = startDate || floorToStep(now);
  return {
    startDate: start,
    endDate: endDate || (isWallTime(start) ? defaultEnd(start, maxStayDays) : ""),
  };
}

/** Values to send: fixed times, without blank companions. */
const finalValues = (values: ReserveValues, now: WallTime): ReserveValues => ({
  ...values,
  ...periodOf(values, now),
  companions: values.companions.filter((person) => !isBlank(person)),
});

/** Host of a reservation by a host: the user, or a host whose deputy the user is. */
export function ownHostOf(
  { hostUser }: Pick<ReserveValues, "hostUser">,
  user: CurrentUser,
): NamedItem | undefined {
  const hosts = ownHosts(user);
  return hosts.find(({ id }) => id === hostUser?.id) ?? hosts[0];
}

function bodyOf(values: ReserveValues, user: CurrentUser): EndpointInput<typeof reserveVisit>["body"] {
  const { hostUser, location, purpose, askHost, previousVisit, companions, ...plain } = values;
  const isOwn = scopeOf(user, "visits.reserve") === "own";
  return {
    ...plain,
    companions: companions.map(({ maskedNumber: _, ...companion }) => companion),
    hostUser: (isOwn ? ownHostOf(values, user) : hostUser)?.id as number,
    location: location === null ? null : Number(location),
    purpose: (purpose === null ? undefined : Number(purpose)) as number,
    askHost: askHost && !isOwn,
    previousVisit: previousVisit?.id,
  };
}
