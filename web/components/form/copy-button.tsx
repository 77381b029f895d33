import { useState } from "react";
import { Icon } from "#browser/icon.tsx";
import { copyText } from "../../lib/copy.ts";
import { useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import { Button } from "./button.tsx";

/** Copies a text and announces it. */
export function CopyButton({ text }: { readonly text: string }) {
  const t = useTranslate();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    const done = await copyText(text);
    setCopied(done);
    if (!done) toast("warning", t("visitor.site.copyFailed"));
  };
  return (
    <>
      <Button onClick={copy}>
        <Icon name={isCopied ? "check" : "copy"} size={18} />
        {t(isCopied ? "visitor.site.copied" : "visitor.site.copy")}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && t("visitor.site.copied")}
      </span>
    </>
  );
}
