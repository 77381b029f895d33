import { warn } from "./failures.ts";
import { translate } from "./language.ts";

/** A screen's code could not be loaded: the server is unreachable or has a newer version with other files. */
export class CodeUnavailable extends Error {
  override name = "CodeUnavailable";
}

/**
 * Reloads the page if the server answers, otherwise shows a warning: a reload would leave an empty screen.
 * @returns whether the page reloads
 */
export async function reloadIfServerAnswers(): Promise<boolean> {
  const page = fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store" });
  const answer = await page.catch(() => undefined);
  if (answer?.ok) location.reload();
  else warn(translate("console.failure.offline"));
  return answer?.ok ?? false;
}
