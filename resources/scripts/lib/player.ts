import { join } from "node:path";
import { ROOT } from "./paths.ts";
import { runTool } from "./tools.ts";

/** Builds the lobby player into the desktop app. @param folder of the app */
export async function buildPlayer(folder: string, options: { capture?: boolean } = {}): Promise<void> {
  const config = join(ROOT, "web", "player.config.ts");
  const target = ["--outDir", join(folder, "player"), "--emptyOutDir", "--logLevel", "warn"];
  const { code, output } = await runTool("vite", ["build", "--config", config, ...target], {
    ...options,
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new Error(`${output}\nThe lobby's player could not be built.`);
}
