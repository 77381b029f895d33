import { Link, type LinkProps } from "@tanstack/react-router";
import type { ComponentProps, ReactNode } from "react";
import styles from "./button.module.css";

type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";

interface ButtonProps extends Omit<ComponentProps<"button">, "type"> {
  readonly variant?: ButtonVariant;
  readonly type?: "button" | "submit";
  /** Shows progress and ignores clicks, but keeps the focus. */
  readonly busy?: boolean;
}

const buttonClass = (variant: ButtonVariant, extra = ""): string =>
  `${styles.button} ${styles[variant]} ${extra}`;

/** A decorative spinner next to the label. */
function Spinner() {
  return <span aria-hidden="true" className={styles.spinner} />;
}

/** A button. `busy` does not lose the focus, unlike `disabled`. */
export function Button({
  variant = "secondary",
  type = "button",
  busy,
  className,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      aria-disabled={busy || undefined}
      className={buttonClass(variant, className)}
      type={type}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  readonly to: LinkProps["to"];
  readonly variant?: ButtonVariant;
  readonly className?: string;
  readonly replace?: boolean;
  readonly children: ReactNode;
}

/** A link that looks like a button. */
export function ButtonLink({ variant = "secondary", className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass(variant, className)} />;
}
