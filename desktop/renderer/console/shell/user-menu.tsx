import { Anchor, Button, Divider, Group, Popover, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconChevronDown, IconLogout } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { colourSchemes } from "#contract/people/preferences.ts";
import { desktopApp } from "../../shared/desktop-app.ts";
import { LanguageSelect } from "../components/language-select.tsx";
import { TextLink } from "../components/links.tsx";
import { useTranslate } from "../lib/language.ts";
import { useChangePreferences, usePreferences } from "../lib/preferences.ts";
import { may, useShownName } from "../lib/session.ts";
import { useSignOut } from "../lib/use-sign-out.ts";

/** Menu of the signed-in user: language and colour preferences, links, sign-out. */
export function UserMenu({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const name = useShownName(user);
  const { colourScheme } = usePreferences();
  const change = useChangePreferences();
  const signOut = useSignOut();
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <Popover onChange={setIsOpen} opened={isOpen} position="bottom-end" trapFocus width={260}>
      <Popover.Target>
        <Button
          aria-label={t("console.shell.account", { name })}
          onClick={() => setIsOpen(!isOpen)}
          px="xs"
          rightSection={<IconChevronDown aria-hidden size={16} />}
          variant="subtle"
        >
          {name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("console.shell.account", { name })}>
        <Stack gap="sm">
          <div>
            <Text fw={600}>{name}</Text>
            <Text c="dimmed" size="xs">
              {[user.company.name, user.department, user.position].filter(Boolean).join(" · ")}
            </Text>
            <Text c="dimmed" size="xs">
              {t(`console.role.${user.role}`)}
            </Text>
          </div>
          <Divider />
          <LanguageSelect onChoose={(language) => change.mutate({ language })} />
          <SegmentedControl
            aria-label={t("console.shell.colours")}
            data={colourSchemes.map((value) => ({ value, label: t(`console.shell.${value}`) }))}
            onChange={(next) => change.mutate({ colourScheme: next })}
            size="xs"
            value={colourScheme}
          />
          <Divider />
          <Group gap="md">
            <Anchor component={Link} onClick={close} size="sm" to="/account">
              {t("console.account.title")}
            </Anchor>
            {may(user, "visits.decide") && (
              <Anchor component={Link} onClick={close} size="sm" to="/absence">
                {t("console.nav.absence")}
              </Anchor>
            )}
            {may(user, "desk") && (
              <TextLink onClick={close} params={{ kind: "badge" }} size="sm" to="/print/$kind">
                {t("console.shell.badgePrinter")}
              </TextLink>
            )}
            <Anchor component={Link} onClick={close} size="sm" to="/manual">
              {t("console.shell.manual")}
            </Anchor>
            <Anchor component={Link} onClick={close} size="sm" to="/about">
              {t("console.about.title")}
            </Anchor>
            {desktopApp && (
              <Anchor href="/" size="sm">
                {t("console.shell.changeServer")}
              </Anchor>
            )}
          </Group>
          <Divider />
          <Button
            leftSection={<IconLogout aria-hidden size={16} />}
            loading={signOut.isPending}
            onClick={() => signOut.mutate()}
            variant="default"
          >
            {t("console.shell.logOut")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
