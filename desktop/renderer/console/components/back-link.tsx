import { Button, Group } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { createLink } from "@tanstack/react-router";
import type { ComponentProps } from "react";

/** Above the title of a screen: the way to the list that it belongs to. */
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
