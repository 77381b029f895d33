/**
 * Sources of the policy on each system: a file that only administrators write, managed preferences, or the registry.
 */
import { type ManagedPreferencesSystem, managedFiles, readManaged } from "./managed-preferences.ts";
import type { PolicySource } from "./policy.ts";
import { type RegistrySystem, readRegistryKey } from "./registry.ts";

const maxFileBytes = 64 * 1024;
const keys = ["HKLM\\Software\\Policies\\Visitor Desk", "HKCU\\Software\\Policies\\Visitor Desk"];
const linuxFile = "/etc/visitor-desk/policy.json";
const macFile = "/Library/Application Support/Visitor Desk/policy.json";

export interface PolicySystem extends RegistrySystem, ManagedPreferencesSystem {
  readonly platform: NodeJS.Platform;
}

/** Sources in order of precedence: the computer's before the user's. */
export function policySources(system: PolicySystem): PolicySource[] {
  switch (system.platform) {
    case "win32":
      return keys.map((key) => () => readRegistryKey(system, key));
    case "darwin": {
      const { computer, user } = managedFiles(system.userName);
      return [
        () => readManaged(system, computer),
        () => readPolicyFile(system, macFile),
        () => readManaged(system, user),
      ];
    }
    case "linux":
      return [() => readPolicyFile(system, linuxFile)];
    default:
      return [];
  }
}

async function readPolicyFile({ readFile }: PolicySystem, file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Error(`the file cannot be read (${error.code ?? "unknown"})`);
  });
  if (!bytes) return undefined;
  if (bytes.length > maxFileBytes) throw new Error("the file is too large");
  try {
    // strips the byte order mark that some editors write
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new Error("the file is not JSON");
  }
}
