import { NavLink, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { Link, useMatchRoute } from "@tanstack/react-router";
import { useId } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { foldingGroups } from "#contract/people/preferences.ts";
import { usePendingTotal } from "../features/notifications/queries.ts";
import { useTranslate } from "../lib/language.ts";
import { navigationOf, openGroupsOf, type Screen, type ShownGroup } from "../lib/navigation.ts";
import { useChangePreferences, usePreferences } from "../lib/preferences.ts";
import styles from "./app-shell.module.css";

/** Navigation to the user's screens; fits a height of 900 pixels with all groups expanded. */
export function ShellNav({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const matches = useMatchRoute();
  const change = useChangePreferences();
  const waiting = useWaitingCount(user);
  const open = openGroupsOf(user, usePreferences().openGroups);
  const groups = navigationOf(user);
  const all = groups.flatMap(({ screens }) => screens.map(({ to }) => to));
  // "/messages/new" has its own entry, "/messages/templates" belongs to "/messages".
  const screensBelow = (to: string) => all.filter((other) => other.startsWith(`${to}/`));
  const isActive = (to: (typeof all)[number]) =>
    Boolean(matches({ to, fuzzy: true })) &&
    !screensBelow(to).some((other) => matches({ to: other, fuzzy: true }));
  const toggleGroup = (name: ShownGroup["folding"]) =>
    change.mutate({
      openGroups: foldingGroups.filter((group) => open.includes(group) !== (group === name)),
    });
  return (
    <nav aria-label={t("console.shell.screens")}>
      {groups.map((group) => (
        <NavGroup
          group={group}
          hasCurrent={group.screens.some(({ to }) => isActive(to))}
          isOpen={!group.folding || open.includes(group.folding)}
          key={group.screens[0]?.to}
          onToggle={() => toggleGroup(group.folding)}
        >
          {group.screens.map(({ to, label, icon: Icon }: Screen) => (
            <NavLink
              {...(to === "/approvals" && waiting)}
              active={isActive(to)}
              activeOptions={{ exact: screensBelow(to).length > 0 }}
              className={styles.link}
              component={Link}
              key={to}
              label={t(label)}
              leftSection={<Icon aria-hidden size={18} stroke={1.6} />}
              to={to}
            />
          ))}
        </NavGroup>
      ))}
    </nav>
  );
}

/** Number of pending visits for the approvals link. */
function useWaitingCount(user: CurrentUser) {
  const t = useTranslate();
  const total = usePendingTotal(user);
  if (total === 0) return undefined;
  return {
    "aria-description": t("console.nav.waiting", { count: total }),
    rightSection: (
      <span aria-hidden className={styles.count}>
        {total > 99 ? "99+" : total}
      </span>
    ),
  };
}

interface GroupProps {
  readonly group: ShownGroup;
  /** Contains the current page: always expanded, not collapsible. */
  readonly hasCurrent: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly children: React.ReactNode;
}

function NavGroup({ group: { label, folding }, hasCurrent, isOpen, onToggle, children }: GroupProps) {
  const t = useTranslate();
  const id = useId();
  const isShown = isOpen || hasCurrent;
  if (!label) return <div className={styles.group}>{children}</div>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, and a section would be a landmark
    <div aria-label={t(label)} className={styles.group} role="group">
      {folding && !hasCurrent ? (
        <UnstyledButton
          aria-controls={id}
          aria-expanded={isShown}
          className={styles.groupToggle}
          onClick={onToggle}
        >
          {t(label)}
          <IconChevronRight aria-hidden size={14} />
        </UnstyledButton>
      ) : (
        <Text aria-hidden className={styles.groupHeading}>
          {t(label)}
        </Text>
      )}
      <div hidden={!isShown} id={id}>
        {children}
      </div>
    </div>
  );
}
