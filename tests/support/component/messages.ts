/** Answers about messages. */
import type { MessageAnswer, TemplateAnswer } from "#contract/messages/sms.ts";

let messages = 0;

/** A message just sent to a visitor, changed by `more`. */
export const messageAnswer = (more: Partial<MessageAnswer> = {}): MessageAnswer => ({
  id: ++messages,
  visit: null,
  to: { kind: "visitor", name: "홍길동", cellPhone: "010-00**-*234", email: "" },
  kind: "sms",
  event: "approve",
  text: "방문이 승인되었습니다.",
  bytes: 22,
  lang: "ko",
  status: "sent",
  attempts: 1,
  error: "",
  provider: "",
  providerMessageId: "",
  sentBy: null,
  sentByKey: null,
  createdAt: "2026-11-22 10:00",
  sentAt: "2026-11-22 10:00",
  nextAttemptAt: null,
  erased: false,
  actions: [],
  ...more,
});

/** The template of an event with empty texts, changed by `more`. */
export const templateAnswer = (more: Partial<TemplateAnswer> = {}): TemplateAnswer => ({
  ...{ event: "approve", enabled: true, text: "", enText: "", defaultText: "", defaultEnText: "" },
  ...{ bytes: 0, enBytes: 0, blanks: [] },
  ...more,
});
