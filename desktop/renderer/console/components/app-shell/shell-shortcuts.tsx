import { useRouter } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import type { CurrentUser } from "#contract/account.ts";
import type { Shortcut } from "../../features/shortcuts/shortcuts.ts";
import { useShortcuts } from "../../features/shortcuts/use-shortcuts.ts";

const Palette = lazy(async () => ({ default: (await import("../../features/palette/palette.tsx")).Palette }));
const ShortcutsDialog = lazy(async () => ({
  default: (await import("../../features/shortcuts/shortcuts-dialog.tsx")).ShortcutsDialog,
}));

const toSearch = () => document.querySelector<HTMLInputElement>("[data-search]")?.focus();

/** The shortcuts, and what they open; its code comes when it is first asked for. */
export function FrameKeys({ user }: { readonly user: CurrentUser }) {
  const router = useRouter();
  const [asked, setAsked] = useState(0);
  const [help, setHelp] = useState<boolean>();
  const showHelp = () => setHelp(true);
  const run = (shortcut: Shortcut) => {
    if (shortcut.does === "palette") setAsked((count) => count + 1);
    else if (shortcut.does === "help") showHelp();
    else if (shortcut.does === "search") toSearch();
    else if (shortcut.does === "go") void router.navigate({ to: shortcut.to });
  };
  useShortcuts(user, run);
  return (
    <Suspense>
      {asked > 0 && <Palette asked={asked} onHelp={showHelp} user={user} />}
      {help !== undefined && <ShortcutsDialog isOpen={help} onClose={() => setHelp(false)} />}
    </Suspense>
  );
}
