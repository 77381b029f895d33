import { messageChannels } from "#contract/channel.ts";
import type { LinkedVisitAnswer } from "#contract/visits/visit-links.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { Field } from "../../components/form/field.tsx";
import { Select } from "../../components/form/select.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "../request/request.module.css";
import { refusalOf, useChooseChannel } from "./use-own-visit.ts";

interface ChannelProps {
  readonly token: string;
  readonly channel: LinkedVisitAnswer["channel"];
}

/** Message channel of a visitor with both phone number and e-mail address. */
export function Channel({ token, channel }: ChannelProps) {
  const t = useTranslate();
  const { mutate, isPending, error } = useChooseChannel(token);
  return (
    <section className={styles.section}>
      <h2>{t("visitor.link.channelTitle")}</h2>
      <Field label={t("visitor.link.channel")} optional>
        {(attributes) => (
          <Select
            {...attributes}
            disabled={isPending}
            onChange={({ currentTarget: { value } }) =>
              mutate(messageChannels.find((one) => one === value) ?? null)
            }
            value={channel ?? ""}
          >
            <option value="">{t("visitor.link.channel_usual")}</option>
            {messageChannels.map((one) => (
              <option key={one} value={one}>
                {t(`visitor.link.channel_${one}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {error && <Notice kind="danger">{refusalOf(error) ?? t("visitor.request.failed")}</Notice>}
    </section>
  );
}
