import { Skeleton, Textarea } from "@mantine/core";
import { lazy, type ReactNode, Suspense } from "react";

export interface TextFieldProps {
  /** The field's name in its form: errors find it by that. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: ReactNode;
}

/** The editor is large, and only whoever writes needs it. */
const RichField = lazy(() => import("./rich-field.tsx"));

interface Props extends TextFieldProps {
  readonly isRich: boolean;
  /** How plain text is read. */
  readonly hint?: string | undefined;
}

/** A text in one language, with formatting or plain. */
export function TextField({ isRich, hint, path, label, value, onChange, error }: Props) {
  if (isRich) {
    return (
      <Suspense fallback={<Skeleton height={480} radius="md" />}>
        <RichField error={error} label={label} onChange={onChange} path={path} value={value} />
      </Suspense>
    );
  }
  return (
    <Textarea
      data-path={path}
      description={hint}
      error={error}
      label={label}
      onChange={(event) => onChange(event.currentTarget.value)}
      required={!path.startsWith("en")}
      rows={20}
      value={value}
    />
  );
}
