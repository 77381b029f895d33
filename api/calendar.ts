/** A visit as an iCalendar file, through `ical-generator`: to be saved, and as an invitation in an e-mail. */
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

/** What a calendar shows of a visit. */
export interface CalendarVisit {
  readonly reserveNo: string;
  readonly start: Date;
  readonly end: Date;
  readonly company: string;
  readonly host: string;
  /** "" where there is none. */
  readonly place: string;
}

/** An invitation, or the end of one. */
export interface CalendarInvitation {
  readonly method: "REQUEST" | "CANCEL";
  /** Of a calendar's entries with one name the highest counts. */
  readonly sequence: number;
  readonly organizer: Person;
  readonly attendee: Person;
}

interface Person {
  readonly name: string;
  readonly email: string;
}

/**
 * @param now when it is made
 * @param invitation left out in a file that somebody saves
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
    // the same wherever the server stands: a later file or e-mail takes the place of the earlier one
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
  // Who comes was agreed already, and nobody reads an answer.
  event.createAttendee({
    ...attendee,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  });
  return calendar.toString();
}
