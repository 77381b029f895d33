import { Tooltip } from "@mantine/core";
import type { RefObject } from "react";

interface Props {
  readonly target: RefObject<HTMLElement | null>;
  readonly label: string;
  /** The pointer is there already. */
  readonly isOpen: boolean;
}

/** What a word on the screen means, below the pointer. */
export const Hint = ({ target, label, isOpen }: Props) => (
  <Tooltip defaultOpened={isOpen} label={label} maw={280} multiline target={target} />
);
