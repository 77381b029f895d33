import type { DownloadItem, Event, Session } from "electron";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";

/** Sheets and lists that the console makes, and the media it manages; no program, no page, no shortcut. */
const kinds = /\.(?:xlsx|csv|pdf|png|jpe?g|webp|mp4|webm)$/i;

/** True for a file that our own page made or shows, and that opens in nothing dangerous. */
function mayKeep(item: DownloadItem): boolean {
  const url = item.getURL();
  const isOurs = url.startsWith(`blob:${appOrigin}/`) || url.startsWith(`${appOrigin}/files/`);
  return isOurs && item.getInitiatorOrigin() === appOrigin && kinds.test(item.getFilename());
}

/** Lets our pages' own files be kept, after asking where; everything else is refused. */
export function guardDownloads(session: Session, log: Log): void {
  session.on("will-download", (event: Event, item) => {
    if (!mayKeep(item)) {
      event.preventDefault();
      log("download-refused");
      return;
    }
    // without a path of ours Electron asks the person
    item.setSaveDialogOptions({ defaultPath: item.getFilename() });
    item.once("done", (_event, state) => {
      if (state === "interrupted") log("download-failed");
    });
  });
}
