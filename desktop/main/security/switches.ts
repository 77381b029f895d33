import type { CommandLine } from "electron";

/**
 * Switches that take away what protects the window or let another program look inside. AppImage's own start script adds
 * the first one where the system denies the sandbox.
 */
const refused = [
  "no-sandbox",
  "disable-web-security",
  "ignore-certificate-errors",
  "remote-debugging-port",
  "remote-debugging-pipe",
] as const;

/** @returns the first refused switch that the program was started with */
export function refusedSwitch(commandLine: Pick<CommandLine, "hasSwitch">): string | undefined {
  return refused.find((name) => commandLine.hasSwitch(name));
}
