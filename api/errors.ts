/** Every way the product says no. One named function each; `http/error-handler.ts` turns them into HTTP. */
import type { WallTime } from "#contract/dates.ts";
import type { FieldErrors } from "#contract/errors.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import type ko from "#i18n/ko.json";

/** Of its text in resources/i18n under `server`. */
type HttpErrorId = keyof typeof ko.server;

/** A pass as a sentence names it. */
export interface NamedPass {
  readonly passNo: string;
  readonly vehicle: boolean;
}

/** Somebody as a sentence names them. */
interface NamedPerson {
  readonly id: number;
  readonly name: string;
  readonly enName?: string;
  /** The host whose deputy they were. */
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
    /** Whom the sentence names. */
    people?: readonly NamedPerson[];
    /** What the caller's browser is to solve. */
    challenge?: string;
  };

  constructor(status: number, id: HttpErrorId, values: HttpError["values"] = {}) {
    super(id);
    this.status = status;
    this.id = id;
    this.values = values;
  }
}

/** 400: bad fields, all at once. */
export class InvalidInput extends Error {
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super(`invalid: ${Object.keys(errors).join(", ")}`);
    this.errors = errors;
  }
}

export const invalid = (errors: FieldErrors) => new InvalidInput(errors);
/** 401: nobody is signed in. */
export const unauthorized = () => new HttpError(401, "unauthorized");
/** 401: the session expired through inactivity; the desktop app keeps its evacuation list then. */
export const sessionIdle = () => new HttpError(401, "sessionIdle");
/** 403: signed in, but not allowed. */
export const forbidden = () => new HttpError(403, "forbidden");
/** 401: the key is none, expired or revoked. */
export const keyInvalid = () => new HttpError(401, "keyInvalid");
/** 400: a key and a session at once; who calls would be anybody's guess. */
export const keyOrSession = () => new HttpError(400, "keyOrSession");
/** 403: the key has not the permission. */
export const keyNotAllowed = () => new HttpError(403, "keyNotAllowed");
/** 403: whoever tries numbers would find out whose a masked one is. */
export const keySearchesNumber = () => new HttpError(403, "keySearchesNumber");
/** 403: no key makes the call. */
export const personNeeded = () => new HttpError(403, "personNeeded");
export const notFound = () => new HttpError(404, "notFound");
export const wrongOrigin = () => new HttpError(403, "wrongOrigin");
/** 403: the console is not used from there. */
export const outsideAddresses = () => new HttpError(403, "outsideAddresses");
/** 421: the call is for another host. */
export const wrongHost = () => new HttpError(421, "wrongHost");
export const methodNotAllowed = () => new HttpError(405, "methodNotAllowed");
/** 405: somebody decided first. */
export const alreadyHandled = () => new HttpError(405, "alreadyHandled");
/** 405: it ended, and what was in force stays as it was. */
export const delegationOver = () => new HttpError(405, "delegationOver");
/** 405: they approved or rejected first. */
export const decidedBy = ({
  statusCode: status,
  ...who
}: NamedPerson & { readonly statusCode: StatusCode }) =>
  new HttpError(405, "decidedBy", { status, people: [who] });
/** 405: not in this status. */
export const transitionNotAllowed = (status: StatusCode) =>
  new HttpError(405, "transitionNotAllowed", { status });
/** 405: the visit's end has passed. */
export const visitOver = () => new HttpError(405, "visitOver");
/** 405: a pass is issued on the visit's days, from an hour before its start. */
export const notThatDay = () => new HttpError(405, "notThatDay");
/** 405: more than an hour before the start a pass is issued for a reason. @param from when it takes none */
export const tooEarly = (from: WallTime) => new HttpError(405, "tooEarly", { from });
/** 405: the visit's first day has not come. @param from when a pass is issued */
export const beforeFirstDay = (from: WallTime) => new HttpError(405, "beforeFirstDay", { from });
/** 405: an issue can be taken back for fifteen minutes. */
export const revertTooLate = () => new HttpError(405, "revertTooLate");
/** 405: so can an exit. */
export const exitRevertTooLate = () => new HttpError(405, "exitRevertTooLate");
/** 405: and a pass that was reported lost. */
export const lossRevertTooLate = () => new HttpError(405, "lossRevertTooLate");
/** 405: these have not agreed, and no reason is given. */
export const consentRequired = (people: readonly { readonly id: number; readonly name: string }[]) =>
  new HttpError(405, "consentRequired", { people });
/** 405: there is nothing left to agree to. */
export const alreadyAgreed = () => new HttpError(405, "alreadyAgreed");
/** 405: somebody who is signed in to the console pressed for the visitor. */
export const ownConsentOnly = () => new HttpError(405, "ownConsentOnly");
/** 405: who gets the screen could sign in by the company's provider. */
export const screenGuarded = () => new HttpError(405, "screenGuarded");
/** 405: the pass is out; it keeps its number and stays in use until it is back or lost. */
export const passHeld = (pass: NamedPass) => new HttpError(405, "passHeld", { pass });
/** 405: the pass is out with somebody else. */
export const passOut = (pass: NamedPass) => new HttpError(405, "passOut", { pass });
/** 405: the pass is marked as lost. */
export const passLost = (pass: NamedPass) => new HttpError(405, "passLost", { pass });
/** 405: the pass is out of use. */
export const passRetired = (pass: NamedPass) => new HttpError(405, "passRetired", { pass });
/** 405: the visitor is to get another pass while this one is still out with them. */
export const otherPassHeld = (pass: NamedPass) => new HttpError(405, "otherPassHeld", { pass });
/** 405: host users belong to the company. */
export const companyReferenced = () => new HttpError(405, "companyReferenced");
/** 405: visits use the code. */
export const codeReferenced = () => new HttpError(405, "codeReferenced");
/** 405: a policy that is or was in force stays as it is. */
export const policyKept = () => new HttpError(405, "policyKept");
/** 405: a deployed text stays as it is. */
export const textChanged = () => new HttpError(405, "textChanged");
export const textDeployed = () => new HttpError(405, "textDeployed");
/** 405: terms that were in force are taken out of use, never deleted. */
export const termsKept = () => new HttpError(405, "termsKept");
/** 405: a later version is in force already. */
export const newerDeployed = () => new HttpError(405, "newerDeployed");
/** 405: neither hidden nor destroyed while it is not over or a pass is out. */
export const visitStillOpen = () => new HttpError(405, "visitStillOpen");
/** 405: destroyed is what is due or was hidden. */
export const notDueYet = () => new HttpError(405, "notDueYet");
/** 405: the job that was to be confirmed is over, confirmed already, or waits with another amount. */
export const pauseChanged = () => new HttpError(405, "pauseChanged");
/** 405: somebody has closed the day. */
export const dayClosed = () => new HttpError(405, "dayClosed");
/** 405: the day was reopened since. */
export const dayReopened = () => new HttpError(405, "dayReopened");
/** 405: whoever asks to be forgotten still has a visit that is not over. */
export const requestStillOpen = () => new HttpError(405, "requestStillOpen");
/** 405: the request was granted or refused already. */
export const requestDecided = () => new HttpError(405, "requestDecided");
/** 405: a month of the access log is reviewed when it is over. */
export const monthNotOver = () => new HttpError(405, "monthNotOver");
/** 405: visits or logs name the host user. */
export const hostReferenced = () => new HttpError(405, "hostReferenced");
/** 405: without them nobody could administer. */
export const lastAdmin = () => new HttpError(405, "lastAdmin");
/** 405: nobody removes themselves. */
export const ownAccount = () => new HttpError(405, "ownAccount");
/** Neither a message nor a second administrator can hand the link over. */
export const resetByServer = () => new HttpError(405, "resetByServer");
/** 405: no second administrator can confirm the reset. */
export const factorByServer = () => new HttpError(405, "factorByServer");
/** No administrator links a colleague, or the privacy officer, to a company account. */
export const companyGuarded = () => new HttpError(405, "companyGuarded");
export const companyLinked = () => new HttpError(405, "companyLinked");
export const companyNotLinked = () => new HttpError(405, "companyNotLinked");
/** The person signs in by the company's provider only. */
export const companyOnlyWay = () => new HttpError(405, "companyOnlyWay");
/** 405: one's own second factor is replaced or removed on the account page. */
export const ownSecondFactor = () => new HttpError(405, "ownSecondFactor");
/** 405: there is none. */
export const noSecondFactor = () => new HttpError(405, "noSecondFactor");
/** 405: the role needs one. */
export const secondFactorRequired = () => new HttpError(405, "secondFactorRequired");
/** 405: one's own password is changed, not reset: a lost answer would lock one out. */
export const ownPassword = () => new HttpError(405, "ownPassword");
export const alreadyResigned = () => new HttpError(405, "alreadyResigned");
export const alreadyActive = () => new HttpError(405, "alreadyActive");
/** 405: for people who work here. */
export const hasResigned = () => new HttpError(405, "hasResigned");
/** 405: a site has so many webhooks at most. */
export const webhooksFull = () => new HttpError(405, "webhooksFull");
/** 405: a site has so many keys at most. */
export const apiKeysFull = () => new HttpError(405, "apiKeysFull");
/** 405: only what failed, or of which nobody knows, is sent once more. */
export const messageNotRetriable = () => new HttpError(405, "messageNotRetriable");
export const bodyTooLarge = () => new HttpError(413, "bodyTooLarge");
/** 413: the file is larger than its kind may be. */
export const fileTooLarge = (megabytes: number) => new HttpError(413, "fileTooLarge", { megabytes });
/** 507: no room is left for files. */
export const filesFull = () => new HttpError(507, "filesFull");
export const unsupportedMediaType = () => new HttpError(415, "unsupportedMediaType");
/** 415: a file is asked for, and of these kinds. */
export const unsupportedFile = () => new HttpError(415, "unsupportedFile");
/** 422: an idempotency key came again with another body. */
export const idempotencyMismatch = () => new HttpError(422, "idempotencyMismatch");
/** 428: the caller solves the challenge and calls again. */
export const challenged = (challenge: string) => new HttpError(428, "challenged", { challenge });
/** @param seconds until it is worth trying again */
export const tooManyRequests = (seconds: number) => new HttpError(429, "tooManyRequests", { seconds });
/** 503: the database is away or busy. */
export const unavailable = () => new HttpError(503, "unavailable", { seconds: 2 });

/** Thrown in a transaction that may succeed when it is run again: a random number that it drew is taken. */
export class RetryTransaction extends Error {
  override name = "RetryTransaction";
}
