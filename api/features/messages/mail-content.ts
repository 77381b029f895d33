/** Content of e-mails: subject, plain text and simple HTML. */
import type { Language } from "#api/http/language.ts";
import type { OutgoingMail } from "#api/mail/driver.ts";
import type { MessageEvent } from "#contract/messages/sms.ts";
import { messageTexts } from "./templates.ts";

interface MailFacts {
  readonly event: MessageEvent | "test";
  readonly lang: Language;
  /** With values filled in; begins with the site's name in brackets. */
  readonly text: string;
  /** The site's name. */
  readonly company: string;
  /** The site's origin, `https://…`; undefined where it is not configured. */
  readonly origin: string | undefined;
}

/** Events whose e-mail links to the console. */
const consoleEvents: readonly MailFacts["event"][] = [
  ...(["apply", "applyMany", "remindHost", "noticeMany"] as const),
  ...(["arriveHost", "cancelHost", "changeHost", "overstayHost", "applyDeputy", "applyDesk"] as const),
];

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);

/** Without a colour, so that it is legible in light and dark mode. */
const linkOf = (address: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(address.replace(/[?#].*/, ""))}</a>`;

/** Escapes a text, keeps its line breaks, and links only addresses of the site, so that no visitor's text becomes a link. */
function paragraph(text: string, origin: string | undefined): string {
  const escaped = (part: string) => escapeHtml(part).replaceAll("\n", "<br>");
  if (origin === undefined) return escaped(text);
  return text
    .split(/(\s)/)
    .map((word) => (word.startsWith(`${origin}/`) ? linkOf(word) : escaped(word)))
    .join("");
}

/** The same content as text and HTML. Styles are inline, because mail programs drop style sheets. */
export function mailContent({
  event,
  lang,
  text,
  company,
  origin,
}: MailFacts): Pick<OutgoingMail, "subject" | "text" | "html"> {
  const { subject, footer } = messageTexts[lang].mail;
  const prefix = company && `[${company}] `;
  const content = prefix && text.startsWith(prefix) ? text.slice(prefix.length) : text;
  const link = origin !== undefined && consoleEvents.includes(event) ? [`${origin}/dash/approvals`] : [];
  const parts = [content, ...link];
  const html = parts
    .map((part) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${paragraph(part, origin)}</p>`)
    .join("");
  return {
    subject: `${prefix}${subject[event]}`,
    text: [...parts, "-- ", [company, footer].filter(Boolean).join("\n")].join("\n\n"),
    html: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"></head>
<body style="margin:0;padding:24px;font:16px/1.6 sans-serif;word-break:keep-all"><div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:700">${escapeHtml(company)}</p>
${html}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #8a95a6;font-size:13px">${escapeHtml(footer)}</p>
</div></body></html>`,
  };
}
