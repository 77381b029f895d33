import { NavLink, Text } from "@mantine/core";
import { Link, useMatchRoute } from "@tanstack/react-router";
import type { CurrentUser } from "#contract/account.ts";
import { useTranslate } from "../lib/language.ts";
import { navigationOf } from "../lib/navigation.ts";
import styles from "./frame-nav.module.css";

export function FrameNav({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const matches = useMatchRoute();
  return (
    <nav aria-label={t("console.frame.screens")}>
      {navigationOf(user).map(({ label, screens }) => (
        <section aria-label={t(label)} className={styles.group} key={label}>
          <Text aria-hidden c="dimmed" fw={600} px="sm" size="xs">
            {t(label)}
          </Text>
          {screens.map(({ to, label: name, icon: Icon }) => (
            <NavLink
              active={Boolean(matches({ to, fuzzy: true }))}
              className={styles.link}
              component={Link}
              key={to}
              label={t(name)}
              leftSection={<Icon aria-hidden size={18} stroke={1.6} />}
              to={to}
            />
          ))}
        </section>
      ))}
    </nav>
  );
}
