import { Switch, Textarea, TextInput } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { SignageItem, SignageType } from "#contract/signage.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import type { DraftForm } from "../../lib/use-form.ts";
import type { ItemValues } from "./item.ts";
import { Screen } from "./screen.tsx";

interface ItemFieldsProps {
  readonly form: DraftForm<ItemValues>;
  readonly type: SignageType;
  /** A name may be left out: the first line is taken. */
  readonly isNew: boolean;
}

/** A wall time as the browser's own field for it has it. */
const asField = (wall: string) => wall.replace(" ", "T");
const asWall = (field: string) => field.replace("T", " ").slice(0, 16);

/** What may be said about an item of each type. */
export function ItemFields({ form, type, isNew }: ItemFieldsProps) {
  const t = useTranslate();
  const isFile = type === "image" || type === "video";
  const time = (name: "from" | "to") => (
    <TextInput
      description={t(`console.signage.${name}Hint`)}
      label={t(`console.signage.${name}`)}
      type="datetime-local"
      {...form.getInputProps(name)}
      onChange={(event) => form.setFieldValue(name, asWall(event.currentTarget.value))}
      value={asField(form.values[name])}
    />
  );
  const text = (name: "text" | "enText", isRequired: boolean) => (
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
          {text("text", true)}
          {text("enText", false)}
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
      {time("from")}
      {time("to")}
      <Switch label={t("console.signage.inUse")} {...form.getInputProps("inUse", { type: "checkbox" })} />
    </>
  );
}

interface ItemPreviewProps {
  readonly type: SignageItem["type"];
  readonly values: ItemValues;
  readonly file?: SignageItem["file"];
}

/** One item on a screen, with what is being typed. */
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
