/** Visits as iCalendar files (RFC 5545). Times are in UTC, so that no time zone has to be defined. */
import { toInstant, type WallTime } from "#contract/dates.ts";
import type { LookupRow } from "#contract/visits/requests.ts";
import type { Translate } from "../../lib/language.ts";

interface CalendarContext {
  readonly timezone: string;
  readonly company: string;
  readonly t: Translate;
}

const escapeText = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

const stamp = (instant: Date): string => instant.toISOString().replace(/[-:]|\.\d{3}/g, "");

/** Folds lines after 75 octets; continuation lines start with a space. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = "";
  let octets = 0;
  for (const character of line) {
    const width = encoder.encode(character).length;
    if (octets + width > 75) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += character;
    octets += width;
  }
  return folded;
}

/**
 * @param now timestamp of the file
 * @returns the file's text with CRLF line ends
 */
function calendarOf(row: LookupRow, { timezone, company, t }: CalendarContext, now: Date): string {
  const at = (wall: WallTime) => stamp(toInstant(wall, timezone));
  const text = t("visitor.result.calendarText", { reserveNo: row.reserveNo, host: row.hostUser.name });
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Visitor reservation//EN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    // same UID as in api/calendar.ts, so that e-mail and file replace each other
    `UID:${row.reserveNo}@visitor-reservation`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${at(row.startDate)}`,
    `DTEND:${at(row.endDate)}`,
    `SUMMARY:${escapeText(t("visitor.result.calendarTitle", { company }))}`,
    `DESCRIPTION:${escapeText(text)}`,
    ...(row.accessiblePlace ? [`LOCATION:${escapeText(row.accessiblePlace.name)}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** Downloads a calendar file. */
export function saveCalendarFile(fileName: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/calendar;charset=utf-8" }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Downloads a visit as a calendar file. */
export function saveToCalendar(row: LookupRow, context: CalendarContext): void {
  saveCalendarFile(`${row.reserveNo}.ics`, calendarOf(row, context, new Date()));
}
