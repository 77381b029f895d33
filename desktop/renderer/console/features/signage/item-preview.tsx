import { useSuspenseQuery } from "@tanstack/react-query";
import type { SignageItem } from "#contract/signage.ts";
import { siteQuery } from "../../lib/site.ts";
import { useSiteNow } from "../../lib/use-site-now.ts";
import type { ItemValues } from "./item-values.ts";
import { Screen } from "./screen.tsx";

interface Props {
  readonly type: SignageItem["type"];
  readonly values: ItemValues;
  readonly file?: SignageItem["file"];
}

/** One item on a screen, with what is being typed. */
export function ItemPreview({ type, values, file }: Props) {
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
