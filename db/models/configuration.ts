import { Model } from "objection";
import type { Role } from "#contract/roles.ts";

/** The site's configuration, a single row. */
export class Configuration extends Model {
  static override tableName = "configuration";
  static override idColumn = "single";
  declare single: true;
  declare maxRequestDays: number;
  declare requestInputUserCompany: boolean;
  declare requestInputPlace: boolean;
  declare requestInputVisitorCompany: boolean;
  declare useCar: boolean;
  declare autoApprove: boolean;
  declare retentionDays: number;
  declare lookupCode: boolean;
  declare submitCode: boolean;
  declare companions: boolean;
  /** Check-in needs the visitor's consent, or a reason of the desk; earlier visits are exempt. */
  declare requireConsent: boolean;
  declare requireConsentSince: Date | null;
  /** Hosts can decide by the link in a message, without signing in. */
  declare decideByLink: boolean;
  /** "HH:mm" of the site, quiet hours in which messages wait; both "" for none. */
  declare quietFrom: string;
  declare quietUntil: string;
  /** "HH:mm" of the daily reminders; "" where only the desk sends them. */
  declare remindAt: string;
  /** Text messages that strangers may cause on the public site, and the country codes they may go to. */
  declare publicMessagesPerHour: number;
  declare publicMessagesPerDay: number;
  declare messageCountries: string[];
  /** Working hours until an undecided request is passed on; 0 for never. */
  declare escalateAfterHours: number;
  /** "HH:mm" of the site. */
  declare workFrom: string;
  declare workUntil: string;
  /** ISO weekdays, 1 is Monday. */
  declare workDays: number[];
  /** Korea's public holidays are days off, except where `holidays` differs. */
  declare koreanHolidays: boolean;
  declare customerCompany: string;
  declare enCustomerCompany: string;
  declare timezone: string;
  declare homepage: string;
  declare brandColor: string;
  /** Minutes until an idle session ends, by role. */
  declare idleMinutes: Record<Role, number>;
  /** Roles that need a second factor everywhere. */
  declare secondFactorRoles: Role[];
  /** Addresses and networks; from elsewhere all users need a second factor. Empty for no restriction. */
  declare companyAddresses: string[];
  declare updatedAt: Date;
}

/** The customer's logo in a language. */
export class Logo extends Model {
  static override tableName = "logos";
  static override idColumn = "lang";
  declare lang: "ko" | "en";
  declare contentType: string;
  declare content: Buffer;
  declare updatedAt: Date;
}

/** A day on which the site differs from the calendar of public holidays. */
export class Holiday extends Model {
  static override tableName = "holidays";
  static override idColumn = "day";
  /** YYYY-MM-DD. */
  declare day: string;
  declare name: string;
  /** False: a public holiday that is a working day. */
  declare isOff: boolean;
  declare updatedAt: Date;
}
