/** Calls to the server in the current language. */
import { createCall } from "#contract/client.ts";
import { currentLanguage } from "./language.ts";

export { CallError } from "#contract/client.ts";

export const call = createCall(currentLanguage);
