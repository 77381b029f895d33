import "@mantine/dropzone/styles.css";
import { Stack, Text } from "@mantine/core";
import { Dropzone, type FileRejection } from "@mantine/dropzone";
import { IconUpload } from "@tabler/icons-react";
import { useId, useState } from "react";
import { formatBytes } from "../lib/format.ts";
import { useTranslate } from "../lib/language.ts";

interface Props {
  /** What to upload. */
  readonly label: string;
  /** Allowed types and sizes. */
  readonly hint: string;
  /** Extensions by media type: { "image/png": [".png"] }. */
  readonly accept: Readonly<Record<string, readonly string[]>>;
  /** Maximum bytes per file. */
  readonly maxSize: number;
  readonly multiple?: boolean;
  readonly isBusy?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts dropped or selected files and explains each rejection. */
export function FileDrop(props: Props) {
  const { label, hint, accept, maxSize, multiple = false, isBusy = false, onFiles } = props;
  const t = useTranslate();
  const id = useId();
  const [rejections, setRejections] = useState<readonly FileRejection[]>([]);
  const reasonOf = ({ errors }: FileRejection) => {
    const codes = errors.map(({ code }) => code as string);
    if (codes.includes("file-invalid-type")) return t("console.drop.type");
    if (codes.includes("file-too-large")) return t("console.drop.size", { most: formatBytes(maxSize) });
    return t("console.drop.many");
  };
  return (
    <div>
      <Dropzone
        accept={Object.fromEntries(
          Object.entries(accept).map(([type, extensions]) => [type, [...extensions]]),
        )}
        aria-describedby={id}
        aria-label={label}
        inputProps={{ "aria-label": label }}
        loading={isBusy}
        maxSize={maxSize}
        multiple={multiple}
        onDrop={(files) => {
          setRejections([]);
          onFiles(files);
        }}
        onReject={setRejections}
        p="lg"
        radius="md"
      >
        <Stack align="center" gap={4} ta="center">
          <IconUpload aria-hidden size={28} stroke={1.5} />
          <Text fw={600}>{label}</Text>
          <Text c="dimmed" id={id} size="sm">
            {hint}
          </Text>
        </Stack>
      </Dropzone>
      {rejections.length > 0 && (
        <Stack gap={2} mt="xs" role="alert">
          {rejections.map((rejection) => (
            <Text c="red" key={rejection.file.name} size="sm">
              {t("console.drop.refused", { name: rejection.file.name, reason: reasonOf(rejection) })}
            </Text>
          ))}
        </Stack>
      )}
    </div>
  );
}
