import { Tooltip, VisuallyHidden } from "@mantine/core";
import { useId } from "react";
import type { Bridge } from "../../../../ipc.ts";
import { useUpdates } from "../../../shared/use-updates.ts";
import { useTranslate } from "../../lib/language.ts";
import { RestartButton } from "./restart-button.tsx";
import { updateText } from "./update-text.ts";

/** In the head: a newer version waits, and can be had now. */
export function UpdateNote({ app }: { readonly app: Bridge }) {
  const t = useTranslate();
  const id = useId();
  const update = useUpdates();
  const text = update?.state === "ready" ? updateText(update, t) : "";
  return (
    <>
      <VisuallyHidden id={id} role="status">
        {text}
      </VisuallyHidden>
      {update?.state === "ready" && (
        <Tooltip label={text} maw={320} multiline>
          <div>
            <RestartButton app={app} describedBy={id} update={update} />
          </div>
        </Tooltip>
      )}
    </>
  );
}
