import type { DownloadItem, Event, Session } from "electron";
import type { Log } from "../logging/log.ts";
import { appOrigin } from "../pages/app-routes.ts";

/** Files that the console creates or manages; no programs, pages or shortcuts. */
const kinds = /\.(?:xlsx|csv|pdf|png|jpe?g|webp|mp4|webm)$/i;

/** True for a harmless file created or shown by a local page. */
function mayKeep(item: DownloadItem): boolean {
  const url = item.getURL();
  const isOurs = url.startsWith(`blob:${appOrigin}/`) || url.startsWith(`${appOrigin}/files/`);
  return isOurs && item.getInitiatorOrigin() === appOrigin && kinds.test(item.getFilename());
}

/** Allows downloads of local pages' files after asking for a name; refuses all others. */
export function guardDownloads(session: Session, log: Log): void {
  session.on("will-download", (event: Event, item) => {
    if (!mayKeep(item)) {
      event.preventDefault();
      log("download-refused");
      return;
    }
    // Electron asks for the path when none is set
    item.setSaveDialogOptions({ defaultPath: item.getFilename() });
    item.once("done", (_event, state) => {
      if (state === "interrupted") log("download-failed");
    });
  });
}
