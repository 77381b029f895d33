import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { SavedView, ViewList, ViewState } from "#contract/people/saved-views.ts";
import { useTranslate } from "../../../lib/language.ts";
import { may, useCurrentUser } from "../../../lib/session.ts";
import { ConfirmButton } from "../../buttons.tsx";
import { Form } from "../../form.tsx";
import { maxNameLength, nameError, useViewAction } from "./queries.ts";

interface ViewEditorProps {
  readonly list: ViewList;
  readonly view: SavedView;
  /** Current state of the list. */
  readonly current: ViewState;
}

/** A saved view: rename, overwrite, share, remove. */
export function ViewEditor({ list, view, current }: ViewEditorProps) {
  const t = useTranslate();
  const mayShare = may(useCurrentUser(), "referenceData");
  const [name, setName] = useState(view.name);
  const change = useViewAction(list, view.id);
  const rename = () => change.mutate({ action: "change", name });
  return (
    <Stack aria-label={view.name} component="section" gap="xs">
      {view.editable ? (
        <Form isBusy={change.isPending} onSubmit={rename}>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              autoComplete="off"
              error={nameError(change.error)}
              flex={1}
              label={t(view.shared ? "console.views.nameShared" : "console.views.name")}
              maxLength={maxNameLength}
              onChange={(event) => setName(event.currentTarget.value)}
              value={name}
            />
            <Button disabled={name.trim() === view.name} type="submit" variant="default">
              {t("console.views.rename")}
            </Button>
          </Group>
        </Form>
      ) : (
        <Text fw={600}>{t("console.views.sharedName", { name: view.name })}</Text>
      )}
      <Checkbox
        checked={view.isDefault}
        label={t("console.views.default")}
        onChange={(event) => change.mutate({ action: "default", isDefault: event.currentTarget.checked })}
      />
      {view.editable && mayShare && (
        <Checkbox
          checked={view.shared}
          label={t("console.views.share")}
          onChange={(event) => change.mutate({ action: "share", shared: event.currentTarget.checked })}
        />
      )}
      {view.editable && (
        <Group align="flex-start" gap="xs">
          <Button
            onClick={() => change.mutate({ action: "change", state: current })}
            size="compact-sm"
            variant="default"
          >
            {t("console.views.replace")}
          </Button>
          <ConfirmButton
            label={t("console.views.remove")}
            onConfirm={() => change.mutate({ action: "remove" })}
            question={t(view.shared ? "console.views.removeSharedAsk" : "console.views.removeAsk", {
              name: view.name,
            })}
            size="compact-sm"
          />
        </Group>
      )}
    </Stack>
  );
}
