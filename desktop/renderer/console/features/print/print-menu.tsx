import { Button, type ButtonProps, Menu } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { MenuLink } from "../../components/menu-link.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { PrintSearch } from "./search.ts";

interface Props {
  /** Filters of the pass list. */
  readonly search: PrintSearch;
  /** Whether to offer the evacuation list. */
  readonly hasEvacuation: boolean;
  readonly size?: ButtonProps["size"];
}

/** Menu with links to the print previews of a list. */
export function PrintMenu({ search, hasEvacuation, size = "compact-sm" }: Props) {
  const t = useTranslate();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button data-print leftSection={<IconPrinter aria-hidden size={16} />} size={size} variant="default">
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
