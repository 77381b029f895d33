/** The WiX project of the MSI, on which docs/deploy-desktop.md rests; WiX itself needs Windows. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { build, Platform } from "electron-builder";
import { expect, inject, it } from "vitest";
import { builderConfig } from "../../../desktop/builder.config.ts";
import { appId } from "../../../desktop/main/app-id.ts";
import { ownFolder } from "../support/folder.ts";
import { stubRuntime } from "../support/stub-runtime.ts";

interface Element {
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): ArrayLike<Element>;
}

const { DOMParser } = createRequire(import.meta.url)("@xmldom/xmldom");
const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const enough = "the project is written";

async function msiProject(): Promise<Element> {
  const folder = ownFolder();
  const project = join(folder, "project");
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "visitor", version }));
  let text = "";
  const config = builderConfig({ release: false, env: {} });
  const made = build({
    projectDir: project,
    targets: Platform.WINDOWS.createTarget("msi"),
    publish: "never",
    config: {
      ...config,
      electronDist: stubRuntime(join(folder, "electron"), "win"),
      electronVersion: "45.4.1",
      win: {
        ...config.win,
        icon: join(process.cwd(), "resources/icons/desktop/icon.ico"),
        signAndEditExecutable: false,
      },
      directories: { app: inject("desktopBuild"), output: join(folder, "out") },
      compression: "store",
      msiProjectCreated(path) {
        text = readFileSync(path, "utf8");
        throw new Error(enough);
      },
    },
  });
  await expect(made).rejects.toThrow(enough);
  return new DOMParser().parseFromString(text, "text/xml");
}

it("an MSI replaces older versions, is per machine, and has the app's model id", async () => {
  const wix = await msiProject();
  const all = (name: string) => Array.from(wix.getElementsByTagName(name));
  const [product] = all("Product");
  const read = ["Name", "Id", "UpgradeCode", "Version"].map((name) => product?.getAttribute(name));
  expect(read).toEqual(["Visitor Desk", "*", "6F1F2C3B-6B0E-4A57-9C55-0C3C1B7A9E52", `${version}.0`]);
  expect(all("MajorUpgrade")[0]?.getAttribute("AllowSameVersionUpgrades")).toBe("yes");
  const property = (id: string) => all("Property").find((each) => each.getAttribute("Id") === id);
  expect(property("ALLUSERS")?.getAttribute("Value")).toBe("1");
  const [parent] = all("Directory").filter((each) => each.getAttribute("Id") === "ProgramFiles64Folder");
  expect(parent?.getElementsByTagName("Directory")[0]?.getAttribute("Name")).toBe("Visitor Desk");
  const [name] = all("ShortcutProperty").map((each) => [
    each.getAttribute("Key"),
    each.getAttribute("Value"),
  ]);
  expect(name).toEqual(["System.AppUserModel.ID", appId]);
}, 120_000);
