/**
 * A visitor's own visit by the link in their message (docs/behaviour.md, "Personal link"). The token stands in the link's
 * fragment, which no browser sends, and in the bodies of these calls. A GET never changes anything: there is none.
 */
import * as z from "zod/mini";
import { messageChannels } from "#contract/channel.ts";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, cellphone, emailOrNothing, ignored, line, orRequired } from "#contract/fields.ts";
import { consentFields, limits, lookupRow, outcome, type RequestSwitches } from "./requests.ts";

/** Where the page is; the token follows behind `#`. */
export const visitLinkPath = "/v";

/** Of a link: 32 random bytes. What is none is answered as one that nobody knows. */
export const linkToken = z
  .string({ error: orRequired("linkOver") })
  .check(z.regex(/^[\w-]{43}$/, "linkOver"));

/** What a visitor may complete. */
export const completable = ["cellphone", "email", "company", "carNumber"] as const;

export type Completable = (typeof completable)[number];

/** The visit of whoever has the link, and of nobody else: a companion's names no leader. */
export const linkedVisit = z.extend(z.omit(lookupRow, { leaderName: true, companions: true }), {
  /** `missing`: the texts in force are still to be agreed to. `notAsked`: too late, or not decided in favour. */
  consent: z.enum(["given", "missing", "notAsked"]),
  /** What can be completed. */
  missing: z.array(z.enum(completable)),
  /** Masked; empty where there is none. */
  emailMasked: z.string(),
  /** A mail server knows nobody at the address; the desk puts it right. */
  emailBounced: z.boolean(),
  /**
   * Of who has a number and an address: by which way messages come. `null`: nothing was chosen, so they come by text message,
   * and what belongs in a calendar by e-mail as well.
   */
  channel: z.nullable(z.enum(messageChannels)),
  /** Of a page that the desk handed over: it is for agreeing and completing alone, and soon over. Null of a link in a message. */
  desk: z.nullable(
    z.object({
      /** So long it is good. */
      seconds: z.int(),
    }),
  ),
});

export type LinkedVisitAnswer = z.output<typeof linkedVisit>;

const byLink = { method: "POST", permission: "public", recorded: "none", limit: "lookup" } as const;

export const seeLinkedVisit = endpoint({
  ...byLink,
  path: "/api/visit-link/look",
  summary:
    "The visit of a link, in the language asked for. A link that is over is answered as one that never was.",
  body: z.strictObject({ token: linkToken }),
  response: linkedVisit,
});

export const agreeByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/agree",
  summary:
    "Agrees to the texts in force for oneself, under the rules of a request. Once agreed, a second time changes nothing.",
  body: z.strictObject({ token: linkToken, ...consentFields }),
  response: linkedVisit,
});

const completing = {
  token: linkToken,
  cellphone: blankable(cellphone),
  email: blankable(emailOrNothing),
  company: blankable(line(limits.company)),
  carNumber: blankable(line(limits.carNumber)),
};

/** What a site asks for: what is off is ignored, as in the request form. */
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
    "Completes what is missing of one's visit: mobile number, address of e-mail, company, car. What is there already stays.",
  body: z.strictObject(completing),
  response: linkedVisit,
});

export const chooseByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/channel",
  summary:
    "Chooses by which way messages about one's visit come, or with null leaves it to the site: needs a mobile number and an address of e-mail.",
  body: z.strictObject({
    token: linkToken,
    channel: z.nullable(z.enum(messageChannels, { error: orRequired("invalid") })),
  }),
  response: linkedVisit,
});

export const cancelByLink = endpoint({
  ...byLink,
  path: "/api/visit-link/cancel",
  summary:
    "Cancels one's visit, and with a leader's the companions still in the same status. The link ends with it.",
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
