/** A registry in memory with the commands, exit codes and exports of reg.exe. */
import type { RegistrySystem } from "../../../desktop/main/policy/registry.ts";

export type Value = readonly [name: string, type: "sz" | "dword" | "multi" | "expand", data: string | number];
export type Keys = Readonly<Record<string, readonly Value[] | Error>>;

const failed = Object.assign(new Error("no"), { code: 1 });
const longName = (key: string) =>
  key.replace("HKLM", "HKEY_LOCAL_MACHINE").replace("HKCU", "HKEY_CURRENT_USER");
const quote = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;

/** As `reg export` breaks long values into lines. */
function hex(type: number, text: string): string {
  const bytes = [...Buffer.from(`${text}\0`, "utf16le")].map((byte) => byte.toString(16).padStart(2, "0"));
  const lines = Array.from({ length: Math.ceil(bytes.length / 25) }, (_, n) =>
    bytes.slice(n * 25, n * 25 + 25),
  );
  return `hex(${type}):${lines.map((line) => line.join(",")).join(",\\\r\n  ")}`;
}

function written([name, type, data]: Value): string {
  const left = name === "" ? "@" : quote(name);
  if (type === "dword") return `${left}=dword:${Number(data).toString(16).padStart(8, "0")}`;
  if (type === "multi") return `${left}=${hex(7, `${data}\0`)}`;
  return `${left}=${type === "sz" ? quote(String(data)) : hex(2, String(data))}`;
}

/** @returns the file that `reg export` writes for a key */
export function exported(key: string, values: readonly Value[], below = ""): string {
  const lines = values.map((each) => `${written(each)}\r\n`).join("");
  return `\uFEFFWindows Registry Editor Version 5.00\r\n\r\n[${longName(key)}]\r\n${lines}\r\n${below}`;
}

/**
 * @param keys with their values, or the error of opening them; their parents exist
 * @param refuses the error of every command, as where group policy forbids reg.exe
 */
export function registry(
  keys: Keys,
  refuses?: Error,
): RegistrySystem & { readonly commands: string[]; readonly folders: string[] } {
  const commands: string[] = [];
  const folders: string[] = [];
  const files = new Map<string, string>();
  const all = ["HKLM\\Software\\Policies", "HKCU\\Software", ...Object.keys(keys)];

  const query = (key: string): string => {
    if (keys[key] instanceof Error) throw keys[key];
    const below = all.filter((each) => each.startsWith(`${key}\\`)).map((each) => each.slice(key.length + 1));
    if (below.length === 0 && !all.includes(key)) throw failed;
    const names = [...new Set(below.map((each) => each.split("\\")[0] ?? ""))];
    return `\r\n${names.map((name) => `${longName(key)}\\${name}\r\n`).join("")}`;
  };
  const write = (key: string, file: string): string => {
    const values = keys[key] ?? failed;
    if (values instanceof Error) throw values;
    files.set(file, exported(key, values));
    return "완료되었습니다.\r\n";
  };

  return {
    commands,
    folders,
    systemRoot: "C:\\Windows",
    async execFile(program, [command = "", key = "", file = ""], { windowsHide }) {
      if (program.replaceAll("/", "\\") !== "C:\\Windows\\System32\\reg.exe" || !windowsHide)
        throw new Error(`${program} was started.`);
      commands.push(`${command} ${key}`);
      if (refuses) throw refuses;
      return { stdout: command === "query" ? query(key) : write(key, file) };
    },
    readFile: async (file) => Buffer.from(files.get(file) ?? "", "utf16le"),
    async makeFolder() {
      folders.push("C:\\Temp\\visitor-desk-1");
      return "C:\\Temp\\visitor-desk-1";
    },
    async removeFolder(folder) {
      folders.splice(folders.indexOf(folder), 1);
    },
  };
}
