import { AppShell, Burger, Group, ScrollArea, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Outlet, useRouter, useRouterState } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { lazyPart } from "../components/lazy-part.tsx";
import { Notifications } from "../features/notifications/notifications.tsx";
import { usePendingTotal } from "../features/notifications/queries.ts";
import { focusRow, toggleRowSelection } from "../features/shortcuts/table-rows.ts";
import { type Shortcut, useShortcuts } from "../features/shortcuts/use-shortcuts.ts";
import { useLanguage, useTranslate } from "../lib/language.ts";
import { followChanges } from "../lib/live.ts";
import { may, useCurrentUser } from "../lib/session.ts";
import { siteQuery } from "../lib/site.ts";
import styles from "./app-shell.module.css";
import { ShellNav } from "./shell-nav.tsx";
import { ShellScans } from "./shell-scans.ts";
import { ShellStatus } from "./shell-status.tsx";
import { UserMenu } from "./user-menu.tsx";

/** Frame of every screen: navigation, signed-in user, connection status. */
export function ConsoleShell() {
  const t = useTranslate();
  const language = useLanguage();
  const user = useCurrentUser();
  const site = useSuspenseQuery(siteQuery).data;
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });

  // biome-ignore lint/correctness/useExhaustiveDependencies: reconnect for another user, whose permissions differ
  useEffect(followChanges, [user.id]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: close the phone's menu on navigation
  useEffect(close, [path]);

  return (
    <AppShell
      header={{ height: { base: 76, sm: 52 } }}
      navbar={{ width: 216, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      padding="md"
      transitionDuration={150}
    >
      <a className={styles.skipLink} href="#screen">
        {t("console.shell.skip")}
      </a>
      <AppShell.Header className={styles.header}>
        <Group gap="xs" miw={0} wrap="nowrap">
          <MenuButton isOpen={isOpen} onToggle={toggle} user={user} />
          <Text fw={700} truncate>
            {site.customerCompany[language] || t("console.shell.product")}
          </Text>
          {site.demonstration && (
            <Text c="dimmed" size="xs" truncate visibleFrom="md">
              {t("console.shell.demonstration")}
            </Text>
          )}
        </Group>
        <ShellStatus timezone={site.timezone} />
        {desktopApp && <UpdateNote app={desktopApp} />}
        <UserMenu user={user} />
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <ScrollArea type="auto">
          <ShellNav user={user} />
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="screen" tabIndex={-1}>
        {desktopApp && <OfflineNote timezone={site.timezone} />}
        <Outlet />
      </AppShell.Main>
      <ShellShortcuts user={user} />
      <Notifications user={user} />
      {may(user, "desk") && <ShellScans />}
    </AppShell>
  );
}

interface MenuButtonProps {
  readonly user: CurrentUser;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Menu button on phones; shows the number of pending visits while the menu is closed. */
function MenuButton({ user, isOpen, onToggle }: MenuButtonProps) {
  const t = useTranslate();
  const waiting = usePendingTotal(user);
  return (
    <div className={styles.menuButton}>
      <Burger
        aria-description={waiting > 0 ? t("console.nav.waiting", { count: waiting }) : undefined}
        aria-expanded={isOpen}
        aria-label={t("console.shell.menu")}
        hiddenFrom="sm"
        onClick={onToggle}
        opened={isOpen}
        size="sm"
      />
      {waiting > 0 && !isOpen && (
        <span aria-hidden className={`${styles.count} ${styles.menuCount}`}>
          {waiting > 99 ? "99+" : waiting}
        </span>
      )}
    </div>
  );
}

// of the desktop app only
const OfflineNote = lazyPart(async () => (await import("../features/offline/offline-note.tsx")).OfflineNote);
const UpdateNote = lazyPart(async () => (await import("./updates.tsx")).UpdateNote);
const Palette = lazyPart(async () => (await import("../features/palette/palette.tsx")).Palette);
const ShortcutsDialog = lazyPart(
  async () => (await import("../features/shortcuts/shortcuts-dialog.tsx")).ShortcutsDialog,
);

/** Focuses the screen's search field, after a pending navigation; opens the palette where there is none. */
function focusSearch(router: ReturnType<typeof useRouter>, openPalette: () => void): void {
  if (router.state.status === "idle") {
    const field = document.querySelector<HTMLInputElement>("[data-search]");
    if (field) field.focus();
    else openPalette();
  } else {
    const stop = router.subscribe("onRendered", () => {
      stop();
      focusSearch(router, openPalette);
    });
  }
}

/** Keyboard shortcuts and their dialogs. */
function ShellShortcuts({ user }: { readonly user: CurrentUser }) {
  const router = useRouter();
  const [paletteOpenCount, setPaletteOpenCount] = useState(0);
  /** Undefined until first opened. */
  const [isHelpOpen, setHelpOpen] = useState<boolean>();
  const openPalette = () => setPaletteOpenCount((count) => count + 1);
  const run = (shortcut: Shortcut) => {
    if (shortcut.does === "palette") openPalette();
    else if (shortcut.does === "help") setHelpOpen(true);
    else if (shortcut.does === "search") focusSearch(router, openPalette);
    else if (shortcut.does === "row") focusRow(shortcut.step);
    else if (shortcut.does === "choose") toggleRowSelection();
    else if (shortcut.does === "go") void router.navigate({ to: shortcut.to });
  };
  useShortcuts(user, run);
  return (
    <>
      {paletteOpenCount > 0 && (
        <Palette openCount={paletteOpenCount} onHelp={() => setHelpOpen(true)} user={user} />
      )}
      {isHelpOpen !== undefined && <ShortcutsDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} />}
    </>
  );
}
