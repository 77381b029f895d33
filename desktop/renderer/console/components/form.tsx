import type { ComponentProps } from "react";

interface Props extends Omit<ComponentProps<"form">, "onSubmit" | "noValidate"> {
  /** It is on its way: nothing is sent again. */
  readonly isBusy?: boolean;
  readonly onSubmit: () => void;
}

/** A form that we judge, in the person's language, and not the browser. */
export function PlainForm({ isBusy = false, onSubmit, ...rest }: Props) {
  return (
    <form
      {...rest}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    />
  );
}
