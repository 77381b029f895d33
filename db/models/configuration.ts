import { Model } from "objection";
import type { Role } from "#contract/roles.ts";

/** The site's configuration, one row. */
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
  /** Nobody is let in without their consent, or the desk's reason; visits made before that began are exempt. */
  declare requireConsent: boolean;
  declare requireConsentSince: Date | null;
  /** Hosts decide from the message without signing in. */
  declare decideByLink: boolean;
  /** "HH:mm" of the site between which messages wait that may; both "" where none does. */
  declare quietFrom: string;
  declare quietUntil: string;
  /** "HH:mm" at which the reminders of the day are sent by themselves; "" where only the desk sends them. */
  declare remindAt: string;
  /** Working hours after which a request that nobody decided on is passed on; 0 where it is not. */
  declare escalateAfterHours: number;
  /** "HH:mm" of the site. */
  declare workFrom: string;
  declare workUntil: string;
  /** ISO days of the week, 1 is Monday. */
  declare workDays: number[];
  /** Public holidays of Korea are days off, but for what `holidays` says. */
  declare koreanHolidays: boolean;
  declare customerCompany: string;
  declare enCustomerCompany: string;
  declare timezone: string;
  declare homepage: string;
  declare brandColor: string;
  /** Minutes without anything done after which a session is over, by role. */
  declare idleMinutes: Record<Role, number>;
  /** Who needs a second factor wherever they are. */
  declare secondFactorRoles: Role[];
  /** Addresses and networks; from elsewhere everybody needs a second factor. None where addresses do not matter. */
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
  /** False: a public holiday on which people work. */
  declare isOff: boolean;
  declare updatedAt: Date;
}
