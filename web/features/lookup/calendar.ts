/** A visit as an iCalendar file (RFC 5545). Times are written in UTC, so that no zone has to be described. */
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

/** Lines are at most 75 octets; what is longer goes on in the next line behind a space. */
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
 * @param now when the file is made
 * @returns the file's text, lines ended as the standard asks
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
    // as api/calendar.ts names it: an e-mail takes the place of a file, and a file of an e-mail
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

/** Hands a file to the browser, which offers it to the calendar. */
export function saveCalendarFile(fileName: string, content: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: "text/calendar;charset=utf-8" }));
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A visit as a file for the calendar. */
export function saveToCalendar(row: LookupRow, context: CalendarContext): void {
  saveCalendarFile(`${row.reserveNo}.ics`, calendarOf(row, context, new Date()));
}
