/** The API's errors, one named function each; `http/error-handler.ts` maps them to HTTP. */
import type { WallTime } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type ko from "#i18n/ko.json";

/** Key of the text in resources/i18n under `server`. */
type HttpErrorId = keyof typeof ko.server;

/** A pass in an error text. */
export interface NamedPass {
  readonly passNo: string;
  readonly vehicle: boolean;
}

/** A user in an error text. */
interface NamedPerson {
  readonly id: number;
  readonly name: string;
  readonly enName?: string;
  /** The host whose deputy the user was. */
  readonly onBehalfOf?: { readonly name: string; readonly enName: string } | null;
}

export class HttpError extends Error {
  readonly id: HttpErrorId;
  readonly status: number;
  readonly values: {
    seconds?: number;
    status?: StatusCode;
    pass?: NamedPass;
    megabytes?: number;
    /** Wall time. */
    from?: WallTime;
    /** People in the text. */
    people?: readonly NamedPerson[];
    /** Challenge for the caller's browser. */
    challenge?: string;
  };

  constructor(status: number, id: HttpErrorId, values: HttpError["values"] = {}) {
    super(id);
    this.status = status;
    this.id = id;
    this.values = values;
  }
}

/** 400: all invalid fields at once. */
export class InvalidInput extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(`invalid: ${Object.keys(errors).join(", ")}`);
    this.errors = errors;
  }
}

export const invalid = (errors: FieldErrors) => new InvalidInput(errors);
/** 401: not signed in. */
export const unauthorized = () => new HttpError(401, "unauthorized");
/** 401: the session expired through inactivity; the desktop app then keeps its evacuation list. */
export const sessionIdle = () => new HttpError(401, "sessionIdle");
/** 403: signed in, but not allowed. */
export const forbidden = () => new HttpError(403, "forbidden");
/** 401: the API key is unknown, expired or revoked. */
export const keyInvalid = () => new HttpError(401, "keyInvalid");
/** 400: API key and session in one call, so that the caller is ambiguous. */
export const keyOrSession = () => new HttpError(400, "keyOrSession");
/** 403: the API key lacks the permission. */
export const keyNotAllowed = () => new HttpError(403, "keyNotAllowed");
/** 403: searching by number would let an API key unmask numbers by trying them. */
export const keySearchesNumber = () => new HttpError(403, "keySearchesNumber");
/** 403: the endpoint needs a user, not an API key. */
export const personNeeded = () => new HttpError(403, "personNeeded");
export const notFound = () => new HttpError(404, "notFound");
export const wrongOrigin = () => new HttpError(403, "wrongOrigin");
/** 403: the address may not use the console. */
export const outsideAddresses = () => new HttpError(403, "outsideAddresses");
/** 421: the call is for another host. */
export const wrongHost = () => new HttpError(421, "wrongHost");
export const methodNotAllowed = () => new HttpError(405, "methodNotAllowed");
/** 405: another user has decided. */
export const alreadyHandled = () => new HttpError(405, "alreadyHandled");
/** 405: the delegation is over, which is final. */
export const delegationOver = () => new HttpError(405, "delegationOver");
/** 405: another user has approved or rejected. */
export const decidedBy = ({
  statusCode: status,
  ...who
}: NamedPerson & { readonly statusCode: StatusCode }) =>
  new HttpError(405, "decidedBy", { status, people: [who] });
/** 405: not allowed in this status. */
export const transitionNotAllowed = (status: StatusCode) =>
  new HttpError(405, "transitionNotAllowed", { status });
/** 405: the visit's end has passed. */
export const visitOver = () => new HttpError(405, "visitOver");
/** 405: passes are issued on the visit's days, from an hour before its start. */
export const notThatDay = () => new HttpError(405, "notThatDay");
/** 405: issuing more than an hour before the start needs a reason. @param from when it needs none */
export const tooEarly = (from: WallTime) => new HttpError(405, "tooEarly", { from });
/** 405: the visit's first day has not come. @param from when a pass can be issued */
export const beforeFirstDay = (from: WallTime) => new HttpError(405, "beforeFirstDay", { from });
/** 405: an issue can be undone for fifteen minutes. */
export const revertTooLate = () => new HttpError(405, "revertTooLate");
/** 405: an exit can be undone for fifteen minutes. */
export const exitRevertTooLate = () => new HttpError(405, "exitRevertTooLate");
/** 405: the loss of a pass can be undone for fifteen minutes. */
export const lossRevertTooLate = () => new HttpError(405, "lossRevertTooLate");
/** 405: these visitors have not agreed, and no reason is given. */
export const consentRequired = (people: readonly { readonly id: number; readonly name: string }[]) =>
  new HttpError(405, "consentRequired", { people });
/** 405: nothing is left to agree to. */
export const alreadyAgreed = () => new HttpError(405, "alreadyAgreed");
/** 405: a signed-in user tried to agree for the visitor. */
export const ownConsentOnly = () => new HttpError(405, "ownConsentOnly");
/** 405: a user of the handed-over screen could sign in by the company's provider. */
export const screenGuarded = () => new HttpError(405, "screenGuarded");
/** 405: the pass is out; its number and status stay until it is returned or lost. */
export const passHeld = (pass: NamedPass) => new HttpError(405, "passHeld", { pass });
/** 405: another visitor holds the pass. */
export const passOut = (pass: NamedPass) => new HttpError(405, "passOut", { pass });
/** 405: the pass is marked as lost. */
export const passLost = (pass: NamedPass) => new HttpError(405, "passLost", { pass });
/** 405: the pass is out of use. */
export const passRetired = (pass: NamedPass) => new HttpError(405, "passRetired", { pass });
/** 405: the visitor still holds another pass. */
export const otherPassHeld = (pass: NamedPass) => new HttpError(405, "otherPassHeld", { pass });
/** 405: the company has host users. */
export const companyReferenced = () => new HttpError(405, "companyReferenced");
/** 405: visits use the code. */
export const codeReferenced = () => new HttpError(405, "codeReferenced");
/** 405: policies that are or were in force cannot change. */
export const policyKept = () => new HttpError(405, "policyKept");
/** 405: deployed texts cannot change. */
export const textChanged = () => new HttpError(405, "textChanged");
export const textDeployed = () => new HttpError(405, "textDeployed");
/** 405: terms that were in force can only be taken out of use. */
export const termsKept = () => new HttpError(405, "termsKept");
/** 405: a later version is in force. */
export const newerDeployed = () => new HttpError(405, "newerDeployed");
/** 405: a visit that is not over, or whose pass is out, cannot be hidden or destroyed. */
export const visitStillOpen = () => new HttpError(405, "visitStillOpen");
/** 405: only due or hidden visits can be destroyed. */
export const notDueYet = () => new HttpError(405, "notDueYet");
/** 405: the paused job is over, confirmed already, or has another amount. */
export const pauseChanged = () => new HttpError(405, "pauseChanged");
/** 405: the day is closed already. */
export const dayClosed = () => new HttpError(405, "dayClosed");
/** 405: the day was reopened. */
export const dayReopened = () => new HttpError(405, "dayReopened");
/** 405: the applicant for erasure has a visit that is not over. */
export const requestStillOpen = () => new HttpError(405, "requestStillOpen");
/** 405: the request is decided already. */
export const requestDecided = () => new HttpError(405, "requestDecided");
/** 405: a month of the access log can be reviewed after its end. */
export const monthNotOver = () => new HttpError(405, "monthNotOver");
/** 405: visits or logs reference the host user. */
export const hostReferenced = () => new HttpError(405, "hostReferenced");
/** 405: the last active administrator. */
export const lastAdmin = () => new HttpError(405, "lastAdmin");
/** 405: one's own account. */
export const ownAccount = () => new HttpError(405, "ownAccount");
/** 405: neither a message nor a second administrator can hand the link over. */
export const resetByServer = () => new HttpError(405, "resetByServer");
/** 405: no second administrator can confirm the reset. */
export const factorByServer = () => new HttpError(405, "factorByServer");
/** 405: company accounts of administrators and privacy officers are not linked in the console. */
export const companyGuarded = () => new HttpError(405, "companyGuarded");
export const companyLinked = () => new HttpError(405, "companyLinked");
export const companyNotLinked = () => new HttpError(405, "companyNotLinked");
/** 405: the user signs in by the company's provider only. */
export const companyOnlyWay = () => new HttpError(405, "companyOnlyWay");
/** 405: one's own second factor is managed on the account page. */
export const ownSecondFactor = () => new HttpError(405, "ownSecondFactor");
/** 405: the account has no second factor. */
export const noSecondFactor = () => new HttpError(405, "noSecondFactor");
/** 405: the role requires a second factor. */
export const secondFactorRequired = () => new HttpError(405, "secondFactorRequired");
/** 405: one's own password is changed, not reset: a lost answer would lock the user out. */
export const ownPassword = () => new HttpError(405, "ownPassword");
export const alreadyResigned = () => new HttpError(405, "alreadyResigned");
export const alreadyActive = () => new HttpError(405, "alreadyActive");
/** 405: the host user has resigned. */
export const hasResigned = () => new HttpError(405, "hasResigned");
/** 405: the maximum of webhooks is reached. */
export const webhooksFull = () => new HttpError(405, "webhooksFull");
/** 405: the maximum of API keys is reached. */
export const apiKeysFull = () => new HttpError(405, "apiKeysFull");
/** 405: only failed messages, and those with unknown delivery, can be sent again. */
export const messageNotRetriable = () => new HttpError(405, "messageNotRetriable");
export const bodyTooLarge = () => new HttpError(413, "bodyTooLarge");
/** 413: the file exceeds the maximum of its kind. */
export const fileTooLarge = (megabytes: number) => new HttpError(413, "fileTooLarge", { megabytes });
/** 507: the disk is full. */
export const filesFull = () => new HttpError(507, "filesFull");
export const unsupportedMediaType = () => new HttpError(415, "unsupportedMediaType");
/** 415: the file has none of the accepted types. */
export const unsupportedFile = () => new HttpError(415, "unsupportedFile");
/** 422: the idempotency key was used with another body. */
export const idempotencyMismatch = () => new HttpError(422, "idempotencyMismatch");
/** 428: the caller has to solve the challenge and repeat the call. */
export const challenged = (challenge: string) => new HttpError(428, "challenged", { challenge });
/** 429. @param seconds until the next attempt */
export const tooManyRequests = (seconds: number) => new HttpError(429, "tooManyRequests", { seconds });
/** 429: a budget of messages is used up. @param seconds until codes are sent again */
export const codesPaused = (seconds: number) => new HttpError(429, "codesPaused", { seconds });
/** 503: the database is unavailable or busy. */
export const unavailable = () => new HttpError(503, "unavailable", { seconds: 2 });
/** 503: the access log cannot be written, so personal data is not shown. */
export const accessNotLogged = () => new HttpError(503, "accessNotLogged", { seconds: 2 });

/** Thrown in a transaction that can be retried, because its random number is taken. */
export class RetryTransaction extends Error {
  override name = "RetryTransaction";
}
