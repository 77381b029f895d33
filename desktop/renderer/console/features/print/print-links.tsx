import { Button, type ButtonProps, Menu } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";
import { useMemo } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { ButtonLink, MenuLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useLoadAhead } from "../../lib/load-ahead.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import type { PrintSearch } from "./search.ts";

interface Props {
  /** What the pass list holds. */
  readonly search: PrintSearch;
  /** Also the list of who is inside. */
  readonly hasEvacuation: boolean;
  readonly size?: ButtonProps["size"];
}

/** What can be printed from a list; each opens as it will come out of the printer. */
export function PrintMenu({ search, hasEvacuation, size = "compact-sm" }: Props) {
  const t = useTranslate();
  const router = useRouter();
  const ahead = useMemo(
    () => [async () => router.loadRouteChunk(router.routesByPath["/print/$kind"])],
    [router],
  );
  useLoadAhead(ahead);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button leftSection={<IconPrinter aria-hidden size={16} />} size={size} variant="default">
          {t("console.print.print")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuLink params={{ kind: "passes" }} search={search} to="/print/$kind">
          {t("console.print.passes")}
        </MenuLink>
        {hasEvacuation && (
          <MenuLink params={{ kind: "evacuation" }} to="/print/$kind">
            {t("console.print.evacuation")}
          </MenuLink>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

const wearers = ["approved", "entered", "exited"];

/** Leads to the badge of who may come in, or is in. */
export function BadgeLink({ visit: { id, statusCode } }: { readonly visit: VisitAnswer }) {
  const t = useTranslate();
  if (!may(useCurrentUser(), "desk") || !wearers.includes(statusCode)) return null;
  return (
    <ButtonLink
      leftSection={<IconPrinter aria-hidden size={16} />}
      params={{ kind: "badge" }}
      search={{ visit: id }}
      size="compact-sm"
      to="/print/$kind"
      variant="default"
      w="fit-content"
    >
      {t("console.print.badgeButton")}
    </ButtonLink>
  );
}
