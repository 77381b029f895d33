import { Switch, Textarea, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { SignageItem, SignageType } from "#contract/site/signage.ts";
import { DateTimeField } from "../../components/dates/date-time-field.tsx";
import type { DraftForm } from "../../lib/forms/use-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import type { ItemValues } from "./item.ts";
import { Screen } from "./screen.tsx";

interface ItemFieldsProps {
  readonly form: DraftForm<ItemValues>;
  readonly type: SignageType;
  /** A new item's title is optional and defaults to the first line. */
  readonly isNew: boolean;
}

export function ItemFields({ form, type, isNew }: ItemFieldsProps) {
  const t = useTranslate();
  const isFile = type === "image" || type === "video";
  const timeField = (name: "from" | "to") => (
    <DateTimeField
      error={form.errors[name]}
      hint={t(`console.signage.${name}Hint`)}
      isEnd={name === "to"}
      isOptional
      label={t(`console.signage.${name}`)}
      onChange={(dateTime) => form.setFieldValue(name, dateTime)}
      path={name}
      value={form.values[name]}
    />
  );
  const textField = (name: "text" | "enText", isRequired: boolean) => (
    <Textarea
      autosize
      data-autofocus={isNew && isRequired ? true : undefined}
      description={isRequired ? t(`console.signage.${type === "text" ? "textHint" : "flowHint"}`) : undefined}
      label={t(`console.signage.${name}`)}
      maxRows={8}
      minRows={type === "text" ? 3 : 1}
      required={isRequired}
      {...form.getInputProps(name)}
    />
  );
  return (
    <>
      {!isFile && (
        <>
          {textField("text", true)}
          {textField("enText", false)}
        </>
      )}
      <TextInput
        autoComplete="off"
        description={t(`console.signage.${isNew ? "newTitleHint" : isFile ? "fileTitleHint" : "titleHint"}`)}
        label={t("console.signage.title")}
        required={!isNew}
        {...form.getInputProps("title")}
      />
      <TextInput
        autoComplete="off"
        description={type === "video" ? t("console.signage.videoSecondsHint") : undefined}
        inputMode="numeric"
        label={t("console.signage.seconds")}
        required
        {...form.getInputProps("seconds")}
      />
      {timeField("from")}
      {timeField("to")}
      <Switch label={t("console.signage.inUse")} {...form.getInputProps("inUse", { type: "checkbox" })} />
    </>
  );
}

interface ItemPreviewProps {
  readonly type: SignageItem["type"];
  readonly values: ItemValues;
  readonly file?: SignageItem["file"];
}

/** Live preview of an item with the form's values. */
export function ItemPreview({ type, values, file }: ItemPreviewProps) {
  const now = useSiteNow(useSuspenseQuery(siteQuery).data.timezone);
  const { title, text, enText } = values;
  const isFlow = type === "flow-text";
  return (
    <Screen
      flowTexts={isFlow && text ? [{ text, enText }] : []}
      isPlaying={isFlow}
      item={isFlow || (type === "text" && !text) ? undefined : { type, title, text, enText, file }}
      shape="wide"
      time={now.slice(11)}
    />
  );
}
