import { useState } from "react";

/** Columns by id; only an explicit `false` hides one. */
export type ColumnChoice = Readonly<Record<string, boolean>>;

const keyOf = (name: string) => `visitor.console.columns.${name}`;

function stored(name: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}");
    return typeof value === "object" && value !== null ? (value as ColumnChoice) : {};
  } catch {
    return {};
  }
}

/** A list's column choice, remembered on this device. */
export function useColumnChoice(name: string) {
  const [choice, setChoice] = useState(() => stored(name));
  const choose = (next: ColumnChoice) => {
    localStorage.setItem(keyOf(name), JSON.stringify(next));
    setChoice(next);
  };
  return [choice, choose] as const;
}
