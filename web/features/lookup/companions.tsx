import { useMutation } from "@tanstack/react-query";
import type { CompanionView } from "#contract/visits/requests.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Button } from "../../components/form/button.tsx";
import { Field, inputClass } from "../../components/form/field.tsx";
import { CallError, call } from "../../lib/call.ts";
import { requestCompanionLink } from "../../lib/endpoints.ts";
import { useTranslate } from "../../lib/language.ts";
import { toast } from "../../lib/toast.ts";
import styles from "./lookup.module.css";
import type { VisitProps } from "./use-cancel.ts";

/** Companions with their consent state, and personal links for those who received no message. */
export function Companions({ row, person }: VisitProps) {
  const t = useTranslate();
  if (row.companions.length === 0) return null;
  return (
    <section aria-label={t("visitor.result.companions")} className={styles.companions}>
      <strong aria-hidden>{t("visitor.result.companions")}</strong>
      {row.companions.some(({ needsLink }) => needsLink) && <p>{t("visitor.result.companionsHint")}</p>}
      <ul>
        {row.companions.map((companion) => (
          <Companion companion={companion} key={companion.reserveNo} person={person} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Companion({ companion, row, person }: VisitProps & { readonly companion: CompanionView }) {
  const t = useTranslate();
  const { name, cellPhone, code } = person;
  const link = useMutation({
    mutationFn: async () => {
      const body = { name, cellPhone, code, reserveNo: row.reserveNo, companion: companion.reserveNo };
      return new URL((await call(requestCompanionLink, { body })).link, location.origin).href;
    },
  });
  return (
    <li>
      <div className={styles.companion}>
        <strong>{companion.name}</strong>
        <span>{t(companion.hasAnswered ? "visitor.result.answered" : "visitor.result.notAnswered")}</span>
        {companion.needsLink && !link.data && (
          <Button
            aria-label={t("visitor.result.makeLinkFor", { name: companion.name })}
            busy={link.isPending}
            onClick={() => link.mutate()}
          >
            {t("visitor.result.makeLink")}
          </Button>
        )}
      </div>
      {link.data && <HandOver link={link.data} name={companion.name} />}
      {link.error && (
        <Notice kind="danger">
          {link.error instanceof CallError && link.error.status === 404
            ? t("visitor.result.linkGone")
            : t("visitor.request.failed")}
        </Notice>
      )}
    </li>
  );
}

/** The link with copy and share buttons, or for manual copying. */
function HandOver({ link, name }: { readonly link: string; readonly name: string }) {
  const t = useTranslate();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("info", t("visitor.result.linkCopied", { name }));
    } catch {
      toast("warning", t("visitor.result.copyFailed"));
    }
  };
  const share = () => navigator.share({ url: link }).catch(() => undefined);
  return (
    <div className={styles.companionLink}>
      <Field
        hint={t("visitor.result.linkHint")}
        label={t("visitor.result.linkOf", { name })}
        optional={false}
      >
        {({ "aria-required": _, ...attributes }) => (
          <input
            {...attributes}
            className={inputClass}
            onFocus={({ currentTarget }) => currentTarget.select()}
            readOnly
            value={link}
          />
        )}
      </Field>
      <div className={styles.actions}>
        {"clipboard" in navigator && <Button onClick={copy}>{t("visitor.result.copyLink")}</Button>}
        {"share" in navigator && <Button onClick={share}>{t("visitor.result.shareLink")}</Button>}
      </div>
    </div>
  );
}
