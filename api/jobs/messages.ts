/** Sends messages that no process was notified of, and deletes expired lookup codes. */
import type { Deps } from "#api/deps.ts";
import { forgetLookupCodes } from "#api/features/lookup/codes.ts";
import { sendDue } from "#api/features/messages/delivery.ts";

/** May be run at any time, and by several at once. @returns how many messages it handed over */
export async function tendMessages(
  deps: Pick<Deps, "db" | "cipher" | "clock" | "log" | "mail" | "random" | "settings" | "sms">,
): Promise<number> {
  await forgetLookupCodes(deps);
  return sendDue(deps);
}
