/** Mantine components as router links with type-checked addresses. */
import {
  Anchor,
  type AnchorProps,
  Button,
  type ButtonProps,
  Group,
  NavLink,
  type NavLinkProps,
} from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

type ButtonAnchorProps = Omit<ComponentProps<"a">, keyof ButtonProps>;

export const ButtonLink = createLink((props: ButtonProps & ButtonAnchorProps) => (
  <Button component="a" {...props} />
));

type NavAnchorProps = Omit<ComponentProps<"a">, keyof NavLinkProps>;

/** Link of a vertical list; the current one is `active`. */
export const ListLink = createLink((props: NavLinkProps & NavAnchorProps) => (
  <NavLink component="a" {...props} />
));

type TextAnchorProps = Omit<ComponentProps<"a">, keyof AnchorProps>;

export const TextLink = createLink((props: AnchorProps & TextAnchorProps) => <Anchor {...props} />);

/** Link to the parent list, above a screen's title. */
export const BackLink = createLink(({ children, ...link }: Omit<ComponentProps<"a">, "style">) => (
  <Group>
    <Button
      component="a"
      leftSection={<IconArrowLeft aria-hidden size={16} />}
      size="compact-sm"
      variant="subtle"
      {...link}
    >
      {children}
    </Button>
  </Group>
));
