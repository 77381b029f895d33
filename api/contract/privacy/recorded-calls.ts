/** Which calls the log of events keeps, and which record each is about. */
import type { Endpoint } from "#contract/endpoint.ts";

/** Writes by their method that only read, and one's own settings of the screen, which are nobody else's business. */
const notKept = [
  /^POST \/dash\/access-log\/search$/,
  /^POST \/dash\/(events\/export|exports)$/,
  /^POST \/dash\/(terms\/:id|privacy-policies)\/preview$/,
  /^POST \/dash\/user\/(second-factor|passkeys\/start|company-sign-out)$/,
  /^PUT \/dash\/user\/preferences$/,
  /^(POST \/dash\/views|(PUT|DELETE) \/dash\/views\/:id(\/default)?)$/,
];

/** Whether a call leaves nothing behind that others see. */
export const changesNothing = ({ method, path }: Pick<Endpoint, "method" | "path">): boolean =>
  notKept.some((call) => call.test(`${method} ${path}`));

const subjects: readonly (readonly [RegExp, string])[] = [
  [/^\/dash\/(visits\/:id|user\/(approve|reject|undo|cancel|close)\/:id)/, "visits"],
  [/^\/dash\/hostusers\/(:id|resign\/:id|join\/:id)/, "host_users"],
  [/^\/dash\/companies\/:id/, "companies"],
  [/^\/dash\/usercodes\/:kind\/:id/, "user_codes"],
  [/^\/dash\/terms\/:id/, "terms"],
  [/^\/dash\/privacy-policies\/:id/, "privacy_policies"],
];

/** The table of the record that the number in a path is of; undefined where it is of none that can be followed. */
export const subjectOf = (path: string): string | undefined =>
  subjects.find(([pattern]) => pattern.test(path))?.[1];
