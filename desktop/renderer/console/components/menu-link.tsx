import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type ItemAnchorProps = Omit<ComponentProps<"a">, keyof MenuItemProps>;

/** Menu item as a link. Separate from links.tsx, which the first screen loads. */
export const MenuLink = createLink((props: MenuItemProps & ItemAnchorProps) => (
  <Menu.Item component="a" {...props} />
));
