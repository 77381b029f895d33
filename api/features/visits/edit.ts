/** Edits of a visit by the desk, administrators and the host, until it is over (docs/behaviour.md, "Visits"). */

import type { Knex } from "knex";
import { type AuthContext, actorOf, onBehalfOf } from "#api/auth/auth-context.ts";
import { endVisitLinks } from "#api/auth/visit-link-tokens.ts";
import { invalid, transitionNotAllowed } from "#api/errors.ts";
import type { ReadFields } from "#api/http/read-fields.ts";
import { publishChanges } from "#api/live/changes.ts";
import { minutesBetween, startGraceMinutes, toInstant, type WallTime } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { isEndTime, isStepped } from "#contract/fields.ts";
import { maskEmail, maskPhone } from "#contract/phone.ts";
import { periodErrors } from "#contract/visits/requests.ts";
import { maxStayDays, type VisitEdit } from "#contract/visits/visit-actions.ts";
import { decryptEmail, decryptedOrEmpty, emptyPhoneColumns, type FieldCipher } from "#db/field-cipher.ts";
import type { Visit } from "#db/models/visits/visit.ts";
import type { EmailColumns } from "#db/models/visits/visit-email.ts";
import { cancelCalendarEntry, redirectMessages } from "../messages/corrections.ts";
import { notifyFormerHost, notifyHosts } from "../messages/host-messages.ts";
import { inviteByEmail, notifyVisitors, storeVisitEmail } from "../messages/visitor-messages.ts";
import { destructionDay, referenceErrors } from "./create.ts";
import { readReferences } from "./queries/new-visits.ts";
import { isEditable, statusAfterEdit } from "./state.ts";
import { applyTransition } from "./transitions.ts";
import type { LockedVisit, VisitWork } from "./with-locked-visit.ts";

/** The editable fields as in the body, in the order in which the log names them; wall times are in the site's time zone. */
type Editable = ReturnType<typeof editableOf>;
type Field = keyof Editable;

/** Fields whose change needs another approval. */
const needsApproval: readonly Field[] = ["hostUser", "location", "startDate", "endDate"];

/** A number or address that cannot be decrypted counts as empty, and stays until it is replaced. */
const editableOf = (visit: EditedRow, { start, end, reserveNo }: LockedVisit, cipher: FieldCipher) => ({
  name: visit.name,
  cellphone: decryptedOrEmpty(cipher.decryptContact(visit, reserveNo)),
  email: decryptedOrEmpty(decryptEmail(cipher, visit)),
  company: visit.company,
  position: visit.position,
  carNumber: visit.carNumber,
  note: visit.note,
  hostUser: visit.hostUserId,
  location: visit.locationId,
  purpose: visit.purposeId,
  startDate: start,
  endDate: end,
});

/** The fields that change. */
const changesOf = (given: Partial<Editable>, current: Editable): Partial<Editable> =>
  Object.fromEntries(
    (Object.keys(current) as Field[]).flatMap((field) =>
      given[field] === undefined || given[field] === current[field] ? [] : [[field, given[field]]],
    ),
  );

/** Validates only changes: a visit may keep a start in the past. */
function periodChangeErrors(
  changes: Partial<Editable>,
  current: Editable,
  { visit, wallTime, timezone }: { visit: LockedVisit; wallTime: WallTime; timezone: string },
): FieldErrors {
  const { startDate, endDate } = changes;
  if (startDate === undefined && endDate === undefined) return {};
  const period = { startDate: startDate ?? current.startDate, endDate: endDate ?? current.endDate };
  const errors = periodErrors(period, maxStayDays, period.startDate, timezone);
  if (startDate !== undefined) {
    if (visit.enteredAt !== null) errors.startDate = "startFixed";
    else if (minutesBetween(startDate, wallTime) > startGraceMinutes) errors.startDate = "startPast";
  }
  if (endDate !== undefined && endDate <= wallTime) errors.endDate ??= "endPast";
  if (startDate !== undefined && !isStepped(startDate)) errors.startDate = "minuteStep";
  if (endDate !== undefined && !isEndTime(endDate)) errors.endDate = "minuteStep";
  return errors;
}

/**
 * A host may neither change the number, by which the visitor is found, nor skip an approval; a deputy may not change the host
 * either, because they would keep the visit after the delegation.
 */
function hostErrors(
  { cellphone, keepApproval }: Partial<VisitEdit>,
  { hostUser }: Partial<Editable>,
  caller: AuthContext,
  { hostUserId }: LockedVisit,
): FieldErrors {
  if (caller.scope === "all") return {};
  const isDeputy = onBehalfOf(actorOf(caller), hostUserId) !== null;
  return {
    ...(isDeputy && hostUser !== undefined && { hostUser: "deskOnly" as const }),
    ...(cellphone !== undefined && { cellphone: "deskOnly" as const }),
    ...(keepApproval && { keepApproval: "deskOnly" as const }),
  };
}

interface EditCall {
  readonly fields: ReadFields<VisitEdit>;
  readonly caller: AuthContext;
}

/** @throws InvalidInput with every invalid field */
async function readChanges(
  work: VisitWork,
  { fields: { value, validFields, errors }, caller }: EditCall,
  current: Editable,
) {
  const changes = changesOf(validFields, current);
  const { hostUser, purpose } = changes;
  const named = { hostUser, purpose, location: changes.location ?? undefined };
  const all: FieldErrors = {
    ...periodChangeErrors(changes, current, { ...work, timezone: work.site.timezone }),
    ...referenceErrors(named, await readReferences(work.trx, named, work.now)),
    ...(validFields.id !== undefined && validFields.id !== work.visit.id && { id: "invalid" as const }),
    ...hostErrors(validFields, changes, caller, work.visit),
    ...errors,
  };
  if (!value || Object.keys(all).length > 0) throw invalid(all);
  return { changes, keepApproval: value.keepApproval };
}

/** The leader's changes of fields that a companion shared until now; start and end count as one. */
function sharedChanges(changes: Partial<Editable>, leader: Editable, companion: Editable): Partial<Editable> {
  const { hostUser, location, purpose, startDate, endDate } = changes;
  const sharesTime = leader.startDate === companion.startDate && leader.endDate === companion.endDate;
  const shared = {
    ...(leader.hostUser === companion.hostUser && { hostUser }),
    ...(leader.location === companion.location && { location }),
    ...(leader.purpose === companion.purpose && { purpose }),
    ...(sharesTime && { startDate, endDate }),
  };
  return changesOf(shared as Partial<Editable>, companion);
}

/**
 * The day of destruction follows the end only to an earlier day, because the visitor consented to the former one, and never
 * precedes the visit's end.
 */
function destroyOn(current: string, end: WallTime, retentionDays: number): string {
  const [earlier = current] = [current, destructionDay(end, retentionDays)].sort();
  const lastDay = end.slice(0, 10);
  return earlier < lastDay ? lastDay : earlier;
}

/** Names of the changed fields, without values except the masked number and address, by which a wrong one is recognised. */
const noteOf = (changed: readonly Field[], changes: Partial<Editable>, current: Editable): string =>
  changed
    .map((field) => {
      if (field === "email")
        return `email ${maskEmail(current.email) || "-"} → ${maskEmail(changes.email) || "-"}`;
      if (field !== "cellphone") return field;
      return `cellphone ${maskPhone(current.cellphone) || "-"} → ${maskPhone(changes.cellphone) || "-"}`;
    })
    .join(", ");

interface EditTarget {
  readonly locked: LockedVisit;
  readonly row: EditedRow;
  readonly current: Editable;
  readonly changes: Partial<Editable>;
}

/** Writes one visit's changes and its log row. */
async function write(
  work: VisitWork,
  { locked, row, current, changes }: EditTarget,
  keepApproval: boolean,
): Promise<EditResult> {
  const { trx, site, cipher } = work;
  const changed = Object.keys(changes) as Field[];
  if (changed.length === 0) return { locked, notifiesVisitor: false, needsApproval: false };
  const isOther = changed.some((field) => needsApproval.includes(field));
  const to = statusAfterEdit(locked, { isOther, keepApproval });
  const { hostUser, location, purpose, startDate, endDate, cellphone, email, ...plain } = changes;
  const change = {
    ...plain,
    ...(cellphone !== undefined &&
      (cellphone ? cipher.encryptContact(cellphone, locked.reserveNo) : emptyPhoneColumns)),
    ...(hostUser !== undefined && { hostUserId: hostUser }),
    ...(location !== undefined && { locationId: location }),
    ...(purpose !== undefined && { purposeId: purpose }),
    ...(startDate !== undefined && { startAt: toInstant(startDate, site.timezone) }),
    ...(endDate !== undefined && {
      endAt: toInstant(endDate, site.timezone),
      destroyOn: destroyOn(row.destroyOn, endDate, site.retentionDays),
    }),
  };
  const note = noteOf(changed, changes, current);
  await applyTransition(work, [locked], "edit", { moved: { to }, note, change });
  let needsInvitation = false;
  if (email !== undefined) {
    await cancelCalendarEntry(work, locked.id);
    await storeVisitEmail(trx, cipher, { visitId: locked.id, email });
    const isUnderWay = await redirectMessages(work, locked.id, { email });
    needsInvitation = email !== "" && !isUnderWay;
  }
  if (cellphone !== undefined) await redirectMessages(work, locked.id, { cellphone });
  // A link may have been sent to the wrong number or address.
  if (cellphone !== undefined || email !== undefined) await endVisitLinks(trx, locked.id);
  // The transition publishes the change for the previous host.
  if (hostUser !== undefined) {
    await publishChanges(trx, [{ kind: "visit", visitId: locked.id, hostUserId: hostUser }]);
  }
  return {
    locked,
    notifiesVisitor: isOther && ["applied", "approved"].includes(locked.statusCode),
    needsApproval: to !== locked.statusCode,
    needsInvitation,
  };
}

/** The result of an edit for one visit. */
interface EditResult {
  readonly locked: LockedVisit;
  /** Host, place or time changed before the visit began. */
  readonly notifiesVisitor: boolean;
  /** It lost its approval. */
  readonly needsApproval: boolean;
  /** It has a new address, and no invitation is queued for it. */
  readonly needsInvitation?: boolean;
}

/**
 * Notifies visitors of changes and of a lost approval, the former host, and the host, who decides again. Does not notify a host
 * who made the change.
 * @param newHost id of the new host, if it changed
 */
async function notify(
  work: VisitWork,
  written: readonly EditResult[],
  newHost: number | undefined,
): Promise<void> {
  const idsOf = (some: readonly EditResult[]) => some.map(({ locked: { id } }) => id);
  const again = written.filter(({ needsApproval }) => needsApproval);
  if (again.length > 0) await notifyVisitors(work, "undo", idsOf(again));
  const changed = written.filter(({ notifiesVisitor }) => notifiesVisitor);
  if (changed.length > 0) await notifyVisitors(work, "change", idsOf(changed));
  for (const { locked, needsInvitation, notifiesVisitor } of written)
    if (needsInvitation && !notifiesVisitor) await inviteByEmail(work, locked.id);
  const [own] = written;
  const former = own?.locked.hostUserId;
  if (newHost !== undefined && former !== undefined && former !== work.actor.id) {
    const reassigned = changed.filter(({ locked }) => locked.hostUserId === former);
    if (reassigned.length > 0) await notifyFormerHost(work, former, idsOf(reassigned));
  }
  if (!own || (newHost ?? own.locked.hostUserId) === work.actor.id) return;
  if (own.needsApproval || (newHost !== undefined && own.locked.statusCode === "applied")) {
    await notifyHosts(work, "apply", [own.locked.id]);
  } else if (changed.length > 0) await notifyHosts(work, "changeHost", idsOf(changed));
}

/** A visit with its e-mail address. */
type EditedRow = Pick<Visit, "id" | "name" | "company" | "position" | "carNumber" | "note" | "destroyOn"> &
  Pick<Visit, "hostUserId" | "locationId" | "purposeId" | "cellCipher" | "cellKey"> &
  Pick<EmailColumns, "emailCipher" | "emailKey">;

async function rowsOf(
  trx: Knex.Transaction,
  visits: readonly LockedVisit[],
): Promise<Map<number, EditedRow>> {
  const ids = visits.map(({ id }) => id);
  const rows: EditedRow[] = await trx("visits as v")
    .leftJoin("visitEmails as mail", "mail.visitId", "v.id")
    .select("v.id", "v.name", "v.company", "v.position", "v.carNumber", "v.note", "v.destroyOn")
    .select("v.hostUserId", "v.locationId", "v.purposeId", "v.cellCipher", "v.cellKey")
    .select({ emailCipher: "mail.cellCipher", emailKey: "mail.cellKey" })
    .whereIn("v.id", ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Changes a visit, and the fields that companions in the same status share with it; notifies visitors and hosts.
 * @throws HttpError 405 where it is over; InvalidInput with every invalid field
 */
export async function edit(work: VisitWork, call: EditCall): Promise<void> {
  const { visit, companions } = work;
  if (!isEditable(visit)) throw transitionNotAllowed(visit.statusCode);
  const sameStatus = companions.filter(({ statusCode }) => statusCode === visit.statusCode);
  const rows = await rowsOf(work.trx, [visit, ...sameStatus]);
  const row = rows.get(visit.id) as EditedRow;
  const current = editableOf(row, visit, work.cipher);
  const { changes, keepApproval } = await readChanges(work, call, current);
  const written = [await write(work, { locked: visit, row, current, changes }, keepApproval)];
  for (const locked of sameStatus) {
    const companion = rows.get(locked.id) as EditedRow;
    const before = editableOf(companion, locked, work.cipher);
    const shared = sharedChanges(changes, current, before);
    written.push(
      await write(work, { locked, row: companion, current: before, changes: shared }, keepApproval),
    );
  }
  await notify(work, written, changes.hostUser);
}
