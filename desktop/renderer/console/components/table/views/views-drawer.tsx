import { Button, Checkbox, Divider, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import type { SavedView, ViewList, ViewState } from "#contract/people/saved-views.ts";
import { useTranslate } from "../../../lib/language.ts";
import { may, useCurrentUser } from "../../../lib/session.ts";
import { EmptyState } from "../../empty-state.tsx";
import { Form } from "../../form.tsx";
import { SideDrawer } from "../../side-drawer.tsx";
import { maxNameLength, nameError, useSaveView } from "./queries.ts";
import { ViewEditor } from "./view-editor.tsx";

interface ViewsDrawerProps {
  readonly list: ViewList;
  readonly views: readonly SavedView[];
  /** Current state of the list. */
  readonly current: ViewState;
  /** There is a search text, which views do not save. */
  readonly hasSearchText: boolean;
  readonly onClose: () => void;
}

/** Saves the current state as a view and manages saved views. */
export function ViewsDrawer({ list, views, current, hasSearchText, onClose }: ViewsDrawerProps) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen onClose={onClose} title={t("console.views.title")}>
      <Stack gap="md">
        <SaveViewForm current={current} hasSearchText={hasSearchText} list={list} />
        <Divider />
        <Title order={2} size="h5">
          {t("console.views.kept")}
        </Title>
        {views.length === 0 && (
          <EmptyState title={t("console.views.empty")}>{t("console.views.emptyText")}</EmptyState>
        )}
        {views.map((view) => (
          <ViewEditor current={current} key={view.id} list={list} view={view} />
        ))}
      </Stack>
    </SideDrawer>
  );
}

type SaveViewFormProps = Pick<ViewsDrawerProps, "list" | "current" | "hasSearchText">;

function SaveViewForm({ list, current, hasSearchText }: SaveViewFormProps) {
  const t = useTranslate();
  const mayShare = may(useCurrentUser(), "referenceData");
  const [name, setName] = useState("");
  const [isDefault, setIsDefault] = useState(false);
  const [isShared, setIsShared] = useState(false);
  const clear = () => {
    setName("");
    setIsDefault(false);
    setIsShared(false);
  };
  const save = useSaveView(list, clear);
  const submit = () => save.mutate({ name, state: current, isDefault, isShared });
  const { period } = current.filters;
  return (
    <Form isBusy={save.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          autoComplete="off"
          data-autofocus
          description={t("console.views.keepHint")}
          error={nameError(save.error)}
          label={t("console.views.keepName")}
          maxLength={maxNameLength}
          onChange={(event) => {
            setName(event.currentTarget.value);
            save.reset();
          }}
          value={name}
        />
        {period && (
          <Text size="sm">{t("console.views.periodHint", { period: t(`console.period.${period}`) })}</Text>
        )}
        {hasSearchText && <Text size="sm">{t("console.views.typedHint")}</Text>}
        <Checkbox
          checked={isDefault}
          label={t("console.views.default")}
          onChange={(event) => setIsDefault(event.currentTarget.checked)}
        />
        {mayShare && (
          <Checkbox
            checked={isShared}
            label={t("console.views.share")}
            onChange={(event) => setIsShared(event.currentTarget.checked)}
          />
        )}
        <Button loading={save.isPending} type="submit" w="fit-content">
          {t("console.views.keep")}
        </Button>
      </Stack>
    </Form>
  );
}
