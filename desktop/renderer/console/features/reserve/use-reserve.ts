/** Sending a reservation: once, however often it is sent; refused fields at their places. */
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
import { may, ownHosts, reach } from "../../lib/session.ts";
import { rememberAsked } from "../../stores/asked-visits.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { cacheVisits } from "../visits/queries.ts";
import { isBlank, nobody, type Person, type PersonField } from "./people.ts";

/** The screen where the new visit's drawer opens. */
function useOpenVisit(user: CurrentUser, today: string) {
  const navigate = useNavigate();
  return ({ id, startDate, statusCode }: VisitAnswer) => {
    const list = statusCode === "approved" ? "upcoming" : undefined;
    if (!may(user, "desk")) return navigate({ to: "/approvals", search: { list, visit: id } });
    if (startDate.startsWith(today)) return navigate({ to: "/today", search: { visit: id } });
    return navigate({ to: "/visits", search: { visit: id } });
  };
}

/**
 * @param draft the form's
 * @param now the site's wall clock
 */
export function useReserve(form: DraftForm<ReserveValues>, draft: string, user: CurrentUser, now: string) {
  const keyName = `${draft}-key`;
  const open = useOpenVisit(user, now.slice(0, 10));
  const reserve = useMutation({
    mutationFn: (values: ReserveValues) =>
      call(reserveVisit, { body: bodyOf(values, user) }, { idempotencyKey: submissionKey(keyName) }),
    onSuccess: (visit) => {
      dropDraft(keyName);
      form.forget();
      cacheVisits([visit]);
      if (visit.statusCode === "applied") rememberAsked(visit.id);
      const { name, followersCnt: count } = visit;
      const said = visit.statusCode === "applied" ? "asked" : "done";
      const key =
        count > 0 ? (`console.reserve.${said}Party` as const) : (`console.reserve.${said}` as const);
      toast.success(translate(key, { name, count }), {
        toastId: `reserve-${visit.id}`,
      });
      void open(visit);
    },
    onError: (error) => {
      if (wasRefused(error)) dropDraft(keyName);
      warn(form.refuse(error));
    },
  });
  const submit = () => {
    const values = settled(form.values, now);
    const wrong = { ...periodTexts(values, now), ...checkBody(reserveVisit.body, bodyOf(values, user)) };
    if (Object.keys(wrong).length > 0) {
      if (values.companions.length !== form.values.companions.length)
        form.setFieldValue("companions", values.companions);
      return warn(form.show(wrong));
    }
    // What is sent again has to be the same: from here on the times stand still.
    form.setValues(values);
    reserve.mutate(values);
  };
  return { submit, isPending: reserve.isPending };
}

const periodTexts = ({ startDate, endDate }: ReserveValues, now: string) =>
  Object.fromEntries(
    Object.entries(periodErrors({ startDate, endDate }, maxStayDays, now)).map(([field, code]) => [
      field,
      errorText(code),
    ]),
  );

/** What the reservation form holds, and what of it the server is sent. */
export type ReserveValues = Record<PersonField, string> & {
  email: string;
  hostUser: NamedItem | null;
  location: string | null;
  purpose: string | null;
  /** Empty while the start is now and moves with the clock. */
  startDate: string;
  /** Empty while the end follows the start. */
  endDate: string;
  note: string;
  askHost: boolean;
  companions: Person[];
  /** Whose number and address are copied, with number and address as they may be shown; null for a person who is new or typed by hand. */
  previousVisit: Pick<PreviousVisitor, "id" | "name" | "cellPhone" | "emailMasked" | "companions"> | null;
};

export const emptyReservation: ReserveValues = {
  ...nobody,
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

/** The period that is shown and sent. @param now the site's wall clock */
export function periodOf({ startDate, endDate }: ReserveValues, now: WallTime) {
  const start = startDate || floorToStep(now);
  return {
    startDate: start,
    endDate: endDate || (isWallTime(start) ? defaultEnd(start, maxStayDays) : ""),
  };
}

/** As it is sent: the times settled, rows that nobody filled left out. */
const settled = (values: ReserveValues, now: WallTime): ReserveValues => ({
  ...values,
  ...periodOf(values, now),
  companions: values.companions.filter((person) => !isBlank(person)),
});

/** For whom somebody reserves who may do so as a host only: for themselves, or for a host whose deputy they are. */
export function ownHostOf(
  { hostUser }: Pick<ReserveValues, "hostUser">,
  user: CurrentUser,
): NamedItem | undefined {
  const hosts = ownHosts(user);
  return hosts.find(({ id }) => id === hostUser?.id) ?? hosts[0];
}

/** Somebody who may reserve as a host only is not asked about it. */
function bodyOf(values: ReserveValues, user: CurrentUser): EndpointInput<typeof reserveVisit>["body"] {
  const { hostUser, location, purpose, askHost, previousVisit, companions, ...plain } = values;
  const isOwn = reach(user, "visits.reserve") === "own";
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
