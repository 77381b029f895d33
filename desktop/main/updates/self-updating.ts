import { dirname, join } from "node:path";
import { appId } from "../app-id.ts";

/** What macOS keeps of a package that was installed. */
const receipt = `/var/db/receipts/${appId}.plist`;

export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly isPackaged: boolean;
  /** the folder of app.asar */
  readonly resources: string;
  readonly program: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exists: (file: string) => boolean;
}

/**
 * True for what one person installed for themselves, from a build that knows where its updates come from: NSIS, AppImage,
 * the app on macOS. MSI, pkg and deb are for all people of a computer; only whoever runs it may change them.
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
  // the other installer leaves no program of its own to remove it
  if (platform === "win32") return exists(join(dirname(program), "Uninstall Visitor Desk.exe"));
  // both are set for what an AppImage starts, too: the program itself must come out of it
  const { APPIMAGE, APPDIR } = env;
  return platform === "linux" && Boolean(APPIMAGE && APPDIR) && program.startsWith(`${APPDIR}/`);
}
