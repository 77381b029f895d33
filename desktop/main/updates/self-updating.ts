import { dirname, join } from "node:path";
import { appId } from "../app-id.ts";

/** Receipt of an installed pkg on macOS. */
const receipt = `/var/db/receipts/${appId}.plist`;

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** folder of app.asar */
  readonly resources: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (file: string) => boolean;
}

/**
 * True for per-user installations with an update address: NSIS, AppImage, the app on macOS. MSI, pkg and deb are per
 * machine and updated by its administrator.
 */
export function isSelfUpdating({
  platform,
  isPackaged,
  resources,
  program,
  env,
  exists,
}: Installation): boolean {
  if (!isPackaged || !exists(join(resources, "app-update.yml"))) return false;
  if (platform === "darwin") return !exists(receipt);
  // the MSI has no uninstaller of its own
  if (platform === "win32") return exists(join(dirname(program), "Uninstall Visitor Desk.exe"));
  // child processes of an AppImage inherit both: the program itself must be inside
  const { APPIMAGE, APPDIR } = env;
  return platform === "linux" && Boolean(APPIMAGE && APPDIR) && program.startsWith(`${APPDIR}/`);
}
