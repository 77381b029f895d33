import { Anchor } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  /** Of figures, which stand below each other. */
  readonly isTabular?: boolean;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** What a row of a table is known by; it opens the row's drawer. */
export function RowButton({ isTabular = false, onOpen, children }: Props) {
  return (
    <Anchor
      className={isTabular ? "tabular" : undefined}
      component="button"
      fw={600}
      onClick={onOpen}
      ta="left"
      type="button"
    >
      {children}
    </Anchor>
  );
}
