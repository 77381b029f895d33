/** Where the lines of a sheet come from, and of when they are: said on each. */
import { createContext, useContext } from "react";
import type { Language } from "../../lib/language.ts";

export interface SheetSource {
  /** The site's name. */
  readonly company: Readonly<Record<Language, string>>;
  readonly timezone: string;
  /** Who prints it, or without the server who read it. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
  /** From the snapshot, because the server is gone. */
  readonly isOffline: boolean;
}

export const SheetSourceContext = createContext<SheetSource | undefined>(undefined);

/** @throws outside a preview */
export function useSheetSource(): SheetSource {
  const source = useContext(SheetSourceContext);
  if (!source) throw new Error("A sheet stands in a preview.");
  return source;
}
