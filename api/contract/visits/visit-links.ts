/**
 * A visitor's own visit by the link in their message (docs/behaviour.md, "Personal link"). The token is in the link's
 * fragment, which browsers do not send, and in the bodies of these calls. There is no GET.
 */
import * as z from "zod/mini";
import { messageChannels } from "#contract/channel.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, emailOrEmpty, ignored, line, orRequired } from "#contract/fields.ts";
import { consentFields, lookupRow, maxLengths, outcome, type RequestSwitches } from "./requests.ts";

/** Path of the page; the token follows behind `#`. */
export const visitLinkPath = "/v";

/** Token of a link: 32 random bytes. A malformed one is answered as unknown. */
export const linkToken = z
  .string({ error: orRequired("linkOver") })
  .check(z.regex(/^[\w-]{43}$/, "linkOver"));

/** Fields that a visitor may complete. */
export const completable = ["cellphone", "email", "company", "carNumber"] as const;

export type Completable = (typeof completable)[number];

/** The visit of the link's holder only: a companion's visit names no leader. */
export const linkedVisit = z.extend(z.omit(lookupRow, { leaderName: true, companions: true }), {
  /** `missing`: the texts in force have not been agreed to. `notAsked`: too late, or not approved. */
  consent: z.enum(["given", "missing", "notAsked"]),
  /** Fields that can be completed. */
  missing: z.array(z.enum(completable)),
  /** Masked; empty where there is none. */
  emailMasked: z.string(),
  /** Mail to the address bounced; the desk corrects it. */
  emailBounced: z.boolean(),
  /**
   * Channel of messages, for visitors with a number and an address. `null`: not chosen, so messages come by SMS, and
   * calendar entries by e-mail as well.
   */
  channel: z.nullable(z.enum(messageChannels)),
  /** For a page that the desk opened: for consent and completion only, and short-lived. Null for a link in a message. */
  desk: z.nullable(
    z.object({
      /** Validity in seconds. */
      seconds: z.int(),
    }),
  ),
});

export type LinkedVisitAnswer = z.output<typeof linkedVisit>;

const byLink = { method: "POST", permission: "public", recorded: "none", limit: "lookup" } as const;

export const seeLinkedVisit = endpoint({
  ...byLink,
  path: "/api/visit-link/look",
  summary: "The visit of a link, in the requested language. An expired link is answered as unknown.",
  body: z.strictObject({ token: linkToken }),
  response: linkedVisit,
});

export const agreeByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/agree",
  summary: "Agrees to the texts in force, under the rules of a request. Repeating it changes nothing.",
  body: z.strictObject({ token: linkToken, ...consentFields }),
  response: linkedVisit,
});

const completing = {
  token: linkToken,
  cellphone: blankable(cellphone),
  email: blankable(emailOrEmpty),
  company: blankable(line(maxLengths.company)),
  carNumber: blankable(line(maxLengths.carNumber)),
};

/** Fields that a site accepts; those that are off are ignored, as in the request form. */
export const completionBody = (switches: Pick<RequestSwitches, "requestInputVisitorCompany" | "useCar">) =>
  z.strictObject({
    ...completing,
    company: switches.requestInputVisitorCompany ? completing.company : ignored,
    carNumber: switches.useCar ? completing.carNumber : ignored,
  });

export const completeByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/complete",
  summary:
    "Completes missing fields of one's visit: mobile number, e-mail address, company, car. Existing values stay.",
  body: z.strictObject(completing),
  response: linkedVisit,
});

export const chooseByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/channel",
  summary:
    "Chooses the channel of messages about one's visit; null leaves it to the site. Needs a mobile number and an e-mail address.",
  body: z.strictObject({
    token: linkToken,
    channel: z.nullable(z.enum(messageChannels, { error: orRequired("invalid") })),
  }),
  response: linkedVisit,
});

export const cancelByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/cancel",
  summary: "Cancels one's visit, and with a leader's the companions in the same status. The link expires.",
  body: z.strictObject({ token: linkToken }),
  response: outcome,
});

export const getLinkedCalendar = endpoint({
  ...byLink,
  path: "/api/visit-link/calendar",
  summary: "The visit as an iCalendar file.",
  body: z.strictObject({ token: linkToken }),
  response: z.object({ fileName: z.string(), content: z.string() }),
});
