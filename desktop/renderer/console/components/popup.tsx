/**
 * What a button opens comes later than the page: the libraries that place it are a tenth of the first screen. The button
 * stays as it is, and what opens belongs to it by its element and ids.
 */
import { type Ref, type RefObject, useId, useImperativeHandle, useRef, useState } from "react";
import { warn } from "../lib/failures.ts";
import { translate } from "../lib/language.ts";

export interface Popup {
  /** Of Mantine's component: its dropdown says that the button labels it. */
  readonly id: string;
  readonly target: RefObject<HTMLElement | null>;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

/**
 * @param kind what opens
 * @param load fetches its code; where that fails a press does nothing but say so
 */
export function usePopup(kind: "menu" | "dialog", load: () => Promise<void>) {
  const id = useId();
  const target = useRef<HTMLButtonElement>(null);
  const [isHere, setIsHere] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    setIsHere(true);
    setIsOpen(true);
  };
  const popup: Popup = { id, target, isOpen, onChange: setIsOpen };
  return {
    /** Undefined until it is opened the first time. */
    popup: isHere ? popup : undefined,
    button: {
      "aria-controls": isOpen ? `${id}-dropdown` : undefined,
      "aria-expanded": isOpen,
      "aria-haspopup": kind,
      id,
      onClick: () => {
        if (isHere) setIsOpen(!isOpen);
        else void load().then(open, () => warn(translate("console.failure.offline")));
      },
      ref: target,
    },
  };
}

interface AtProps {
  readonly target: RefObject<HTMLElement | null>;
  readonly ref?: Ref<HTMLElement>;
}

/** Takes the place of an element that is drawn elsewhere, as the target of a popover. */
export function At({ target, ref }: AtProps) {
  useImperativeHandle(ref, () => target.current as HTMLElement, [target]);
  return null;
}
