import type { UpdateState } from "../../../../ipc.ts";
import type { Translate } from "../../lib/language.ts";

/** How the app keeps itself up to date, as one sentence. */
export function updateText(update: UpdateState, t: Translate): string {
  switch (update.state) {
    case "off":
      return t(update.reason === "policy" ? "console.desktop.offPolicy" : "console.desktop.offInstallation");
    case "fetching":
      return t("console.desktop.fetching", { version: update.version, percent: update.percent });
    case "ready":
      return t(update.isInstallFailed ? "console.desktop.installFailed" : "console.desktop.ready", {
        version: update.version,
      });
    default:
      return t(`console.desktop.${update.state}`);
  }
}
