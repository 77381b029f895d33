import { Button, Group } from "@mantine/core";
import { IconPhone, IconSend } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { scopeOf, useCurrentUser } from "../../lib/session.ts";
import { hostUserQuery } from "../host-users/queries.ts";

/** The host's phone numbers, with buttons to call and to write a message. */
export function HostContact({ hostId }: { readonly hostId: number }) {
  const t = useTranslate();
  const user = useCurrentUser();
  const { data: host } = useQuery(hostUserQuery(hostId, useLanguage()));
  if (!host) return null;
  return (
    <Group gap="xs">
      {[host.phone, host.cellPhone].filter(Boolean).map((number) =>
        desktopApp ? (
          // the desktop app does not open tel: links
          <span className="tabular" key={number}>
            {number}
          </span>
        ) : (
          <Button
            aria-label={t("console.issue.hostCall", { number })}
            className="tabular"
            component="a"
            href={`tel:${number}`}
            key={number}
            leftSection={<IconPhone aria-hidden size={14} />}
            size="compact-sm"
            variant="default"
          >
            {number}
          </Button>
        ),
      )}
      {host.cellPhone !== "" && scopeOf(user, "sms") === "all" && (
        <ButtonLink
          leftSection={<IconSend aria-hidden size={14} />}
          search={{ host: host.id }}
          size="compact-sm"
          to="/messages/new"
          variant="default"
        >
          {t("console.issue.hostMessage")}
        </ButtonLink>
      )}
    </Group>
  );
}
