/** Builds iCalendar files with `ical-generator`: for download, and as invitations in e-mails. */
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from "ical-generator";
import type { Language } from "#api/http/language.ts";
import { fillText } from "#contract/messages/sms-text.ts";
import en from "#i18n/en.json" with { type: "json" };
import ko from "#i18n/ko.json" with { type: "json" };

const texts = { ko: ko.visitor.result, en: en.visitor.result } as const;

/** Visit data in a calendar entry. */
export interface CalendarVisit {
  readonly reserveNo: string;
  readonly start: Date;
  readonly end: Date;
  readonly company: string;
  readonly host: string;
  /** May be "". */
  readonly place: string;
}

/** An invitation or a cancellation. */
export interface CalendarInvitation {
  readonly method: "REQUEST" | "CANCEL";
  /** iCalendar SEQUENCE: of entries with one UID the highest counts. */
  readonly sequence: number;
  readonly organizer: Person;
  readonly attendee: Person;
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * @param now creation time
 * @param invitation absent for a download
 */
export function visitCalendar(
  { reserveNo, start, end, company, host, place }: CalendarVisit,
  { lang, now }: { readonly lang: Language; readonly now: Date },
  invitation?: CalendarInvitation,
): string {
  const { calendarTitle, calendarText } = texts[lang];
  const calendar = ical({
    prodId: { company: "Visitor reservation", product: "Visits", language: lang.toUpperCase() },
    method: ICalCalendarMethod[invitation?.method ?? "PUBLISH"],
  });
  const event = calendar.createEvent({
    // Independent of the server's host, so that a later file or e-mail replaces the earlier one.
    id: `${reserveNo}@visitor-reservation`,
    stamp: now,
    start,
    end,
    summary: fillText(calendarTitle, { company }),
    description: fillText(calendarText, { reserveNo, host }),
    location: place || null,
  });
  if (!invitation) return calendar.toString();
  const { method, sequence, organizer, attendee } = invitation;
  event.sequence(sequence);
  event.status(method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED);
  event.organizer(organizer);
  // PARTSTAT is set and no RSVP requested: the visit is agreed, and replies are not read.
  event.createAttendee({
    ...attendee,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  });
  return calendar.toString();
}
