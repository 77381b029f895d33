import { Menu } from "@mantine/core";
import { MenuLink } from "../../components/menu-link.tsx";
import { At, type Popup } from "../../components/popup.tsx";
import { useTranslate } from "../../lib/language.ts";
import type { PrintSearch } from "./search.ts";

interface Props {
  readonly search: PrintSearch;
  readonly hasEvacuation: boolean;
  readonly popup: Popup;
}

/** What opens below the button that prints. */
export function PrintOptions({ search, hasEvacuation, popup }: Props) {
  const t = useTranslate();
  return (
    <Menu id={popup.id} onChange={popup.onChange} opened={popup.isOpen} position="bottom-end">
      <Menu.Target>
        <At target={popup.target} />
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
