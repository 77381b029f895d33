import { Menu, type MenuItemProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type ItemAnchorProps = Omit<ComponentProps<"a">, keyof MenuItemProps>;

/** An entry of a menu that leads somewhere (links.tsx); apart from the other links, which the first screen has. */
export const MenuLink = createLink((props: MenuItemProps & ItemAnchorProps) => (
  <Menu.Item component="a" {...props} />
));
