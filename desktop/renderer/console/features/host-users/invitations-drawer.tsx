import { Button, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { saveSheet } from "../../components/export/sheets.ts";
import { FactList } from "../../components/fact-list.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { Invited } from "./invited.ts";

interface Props {
  /** Links that were made just now; none where the drawer is closed. */
  readonly invited: readonly Invited[];
  readonly onClose: () => void;
}

/** More are in the file only. */
const mostShown = 100;

/** Links for many people, to be handed out: shown now, and never again. */
export function InvitationsDrawer({ invited, onClose }: Props) {
  const t = useTranslate();
  const save = () =>
    saveSheet(
      t("console.hostUsers.linksFile"),
      [
        { heading: t("console.hostUsers.name"), value: ({ name }: Invited) => name },
        { heading: t("console.hostUsers.loginId"), value: ({ loginId }: Invited) => loginId },
        { heading: t("console.hostUsers.link"), value: ({ url }: Invited) => url },
        { heading: t("console.hostUsers.until"), value: ({ expiresAt }: Invited) => expiresAt },
      ],
      invited,
    );
  return (
    <SideDrawer isOpen={invited.length > 0} onClose={onClose} title={t("console.hostUsers.linksTitle")}>
      {invited[0] && (
        <Stack gap="md">
          <Text>
            {t("console.hostUsers.linksText", { count: invited.length, until: invited[0].expiresAt })}
          </Text>
          <Button
            data-autofocus
            leftSection={<IconDownload aria-hidden size={16} />}
            onClick={() => void save()}
            w="fit-content"
          >
            {t("console.hostUsers.linksSave")}
          </Button>
          <FactList
            facts={invited
              .slice(0, mostShown)
              .map(({ name, loginId, url }) => [`${name} (${loginId})`, url] as const)}
          />
          {invited.length > mostShown && (
            <Text c="dimmed">{t("console.hostUsers.linksMore", { count: invited.length - mostShown })}</Text>
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}
