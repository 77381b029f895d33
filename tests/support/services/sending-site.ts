/** A staffed site that sends messages to a stand-in provider, which is reset before each test. */
import { afterAll, beforeEach } from "vitest";
import { solapiDriver } from "#api/sms/solapi.ts";
import { staffedSite } from "../console/staffed-site.ts";
import { solapiKey, startSolapi } from "./provider.ts";

/** Await it at the top of a file. */
export async function sendingSite() {
  const provider = await startSolapi();
  afterAll(() => provider.close());
  const driver = solapiDriver({ ...solapiKey, from: "0212345678", url: provider.url, timeoutMs: 60_000 });
  const staffed = await staffedSite({ sms: driver });
  beforeEach(() => {
    provider.received.length = 0;
    provider.accepted.length = 0;
    provider.next.length = 0;
  });
  return { ...staffed, provider, driver };
}
