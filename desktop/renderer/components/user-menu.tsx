import {
  Button,
  Divider,
  Popover,
  SegmentedControl,
  Stack,
  Text,
  useMantineColorScheme,
} from "@mantine/core";
import { IconChevronDown, IconLogout } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type CurrentUser, logOut } from "#contract/account.ts";
import { call } from "../lib/api.ts";
import { useTranslate } from "../lib/language.ts";
import { queryClient } from "../lib/query-client.ts";
import { LanguageSelect } from "./console-language.tsx";

/** Who is signed in; their language and colours; the way out. */
export function UserMenu({ user }: { readonly user: CurrentUser }) {
  const t = useTranslate();
  const navigate = useNavigate();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const leave = useMutation({
    mutationFn: () => call(logOut, { body: {} }),
    onSuccess: async () => {
      await navigate({ to: "/login" });
      queryClient.clear();
    },
  });
  return (
    <Popover position="bottom-end" trapFocus width={260}>
      <Popover.Target>
        <Button
          aria-label={t("console.frame.account", { name: user.name })}
          px="xs"
          rightSection={<IconChevronDown aria-hidden size={16} />}
          variant="subtle"
        >
          {user.name}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("console.frame.account", { name: user.name })}>
        <Stack gap="sm">
          <div>
            <Text fw={600}>{user.name}</Text>
            <Text c="dimmed" size="xs">
              {[user.company.name, user.department, user.position].filter(Boolean).join(" · ")}
            </Text>
            <Text c="dimmed" size="xs">
              {t(`console.role.${user.role}`)}
            </Text>
          </div>
          <Divider />
          <LanguageSelect />
          <SegmentedControl
            aria-label={t("console.frame.colours")}
            data={(["auto", "light", "dark"] as const).map((value) => ({
              value,
              label: t(`console.frame.${value}`),
            }))}
            onChange={setColorScheme}
            size="xs"
            value={colorScheme}
          />
          <Divider />
          <Button
            leftSection={<IconLogout aria-hidden size={16} />}
            loading={leave.isPending}
            onClick={() => leave.mutate()}
            variant="default"
          >
            {t("console.frame.logOut")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
