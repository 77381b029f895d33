import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { formatBytes } from "../../lib/format.ts";
import { useTranslate } from "../../lib/language.ts";
import { dropUpload, retryUpload, type Upload, useUploads } from "./uploads.ts";

/** Running uploads with their progress, and refused ones with the reason. */
export function UploadList() {
  const t = useTranslate();
  const uploads = useUploads((state) => state.uploads);
  if (uploads.length === 0) return null;
  return (
    <Stack aria-label={t("console.signage.uploads")} component="ul" gap="sm" m={0} p={0}>
      {uploads.map((upload) => (
        <UploadItem key={upload.id} upload={upload} />
      ))}
    </Stack>
  );
}

function UploadItem({ upload: { id, file, state, progress, reason } }: { readonly upload: Upload }) {
  const t = useTranslate();
  const percent = Math.floor(progress * 100);
  return (
    <Group component="li" gap="sm" justify="space-between" style={{ listStyle: "none" }}>
      <Stack flex="1 1 200px" gap={4} miw={0}>
        <Text fw={600} size="sm" truncate>
          {file.name}
        </Text>
        {state === "refused" ? (
          <Text c="var(--mantine-color-error)" role="alert" size="sm">
            {reason}
          </Text>
        ) : (
          <>
            <Progress aria-label={t("console.signage.uploading", { name: file.name })} value={percent} />
            <Text c="dimmed" className="tabular" size="xs">
              {state === "waiting"
                ? t("console.signage.waiting")
                : t("console.signage.progress", { percent, size: formatBytes(file.size) })}
            </Text>
          </>
        )}
      </Stack>
      <Group gap="xs">
        {state === "refused" && (
          <Button onClick={() => retryUpload(id)} size="compact-sm" variant="default">
            {t("console.shell.again")}
          </Button>
        )}
        <Button
          aria-label={t(state === "refused" ? "console.signage.putAway" : "console.signage.stop", {
            name: file.name,
          })}
          onClick={() => dropUpload(id)}
          size="compact-sm"
          variant="default"
        >
          {t(state === "refused" ? "console.shell.close" : "console.shell.cancel")}
        </Button>
      </Group>
    </Group>
  );
}
