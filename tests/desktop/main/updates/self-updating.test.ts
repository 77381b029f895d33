import { describe, expect, it } from "vitest";
import { type Installation, isSelfUpdating } from "../../../../desktop/main/updates/self-updating.ts";

const resources = "/app/resources";
const update = `${resources}/app-update.yml`;

const is = (changes: Partial<Installation>, files: string[] = [update]) =>
  isSelfUpdating({
    platform: "linux",
    isPackaged: true,
    resources,
    program: "/app/visitor-desk",
    env: {},
    exists: (file) => files.includes(file.replaceAll("\\", "/")),
    ...changes,
  });

describe("an installation that updates itself", () => {
  const appImage = { APPIMAGE: "/home/x/desk.AppImage", APPDIR: "/app" };

  it("is an AppImage, the app of macOS, and a per-user NSIS installation", () => {
    expect(is({ env: appImage })).toBe(true);
    expect(is({ platform: "darwin" })).toBe(true);
    expect(is({ platform: "win32" }, [update, "/app/Uninstall Visitor Desk.exe"])).toBe(true);
  });

  it("is neither a deb nor an MSI", () => {
    expect(is({})).toBe(false);
    expect(is({ platform: "win32" })).toBe(false);
  });

  it("is not a per-machine pkg on macOS", () => {
    const files = [update, "/var/db/receipts/app.visitor.desk.plist"];
    expect(is({ platform: "darwin" }, files)).toBe(false);
  });

  it("is not a deb that was started by an AppImage and has its environment", () => {
    expect(is({ env: { APPIMAGE: "/home/x/other.AppImage", APPDIR: "/tmp/.mount_other" } })).toBe(false);
  });

  it.each(["linux", "darwin", "win32"] as const)("requires an update address on %s", (platform) => {
    expect(is({ platform, env: appImage }, ["/app/Uninstall Visitor Desk.exe"])).toBe(false);
  });

  it("is not one in development or on other systems", () => {
    expect(is({ isPackaged: false, env: appImage })).toBe(false);
    expect(is({ platform: "freebsd", env: appImage })).toBe(false);
  });
});
