import { NavLink, Text } from "@mantine/core";
import { Link, useMatchRoute } from "@tanstack/react-router";
import type { CurrentUser } from "#contract/account.ts";
import { useTranslate } from "../../lib/language.ts";
import { navigationOf } from "../../lib/navigation.ts";
import styles from "./app-shell.module.css";

export function ShellNav({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const matches = useMatchRoute();
  const groups = navigationOf(user);
  const all = groups.flatMap(({ screens }) => screens.map(({ to }) => to));
  // "/messages/new" is a screen of its own, "/messages/templates" is below "/messages".
  const below = (to: string) => all.filter((other) => other.startsWith(`${to}/`));
  const isActive = (to: (typeof all)[number]) =>
    Boolean(matches({ to, fuzzy: true })) && !below(to).some((other) => matches({ to: other, fuzzy: true }));
  return (
    <nav aria-label={t("console.frame.screens")}>
      {groups.map(({ label, screens }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to a form, and a section would be a landmark
        <div aria-label={t(label)} className={styles.group} key={label} role="group">
          <Text aria-hidden c="dimmed" fw={600} px="sm" size="xs">
            {t(label)}
          </Text>
          {screens.map(({ to, label: name, icon: Icon }) => (
            <NavLink
              active={isActive(to)}
              activeOptions={{ exact: below(to).length > 0 }}
              className={styles.link}
              component={Link}
              key={to}
              label={t(name)}
              leftSection={<Icon aria-hidden size={18} stroke={1.6} />}
              to={to}
            />
          ))}
        </div>
      ))}
    </nav>
  );
}
