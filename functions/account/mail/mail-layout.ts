import { type Html, html } from '#shared/html/html.ts';
import type { Language } from '#shared/pages/language.ts';

/** The parts of a mail in their order. */
export interface MailContent {
  language: Language;
  /** The name of the service, above the text. */
  service: string;
  subject: string;
  /** Absent if the recipient may be somebody else. */
  greeting?: string | undefined;
  before: string;
  /** The button, if the mail leads to a page. */
  button?: { label: string; url: string } | undefined;
  after: string;
  /** When it happened, and in which browser. */
  facts: readonly { label: string; value: string }[];
  footer: {
    sentence: string;
    links: readonly { label: string; url: string }[];
  };
}

/** Renders a mail as plain text. */
export function renderMailText(mail: MailContent): string {
  const { greeting, before, button, after, facts, footer } = mail;
  const factLines = facts.map(({ label, value }) => `${label}: ${value}`);
  const footerLines = footer.links.map(
    ({ label, url }) => `${label}: ${toShownUrl(url)}`,
  );
  const parts = [
    greeting,
    before,
    button && `${button.label}:\n${button.url}`,
    after,
    factLines.join('\n'),
    ['-- ', footer.sentence, ...footerLines].join('\n'),
    '',
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

// Programs for mail ignore stylesheets and know few properties, so each element has its own. The
// colors are those of the light pages. Dark programs invert them.
const font = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif";
const styles = {
  body: `margin:0;padding:24px 12px;background:#f4f6f8;color:#14202b;${font}`,
  frame: 'max-width:560px;margin:0 auto',
  service: 'margin:0 0 16px;padding:0 24px;font-size:16px;font-weight:700;color:#0b6b4f',
  card: 'padding:32px 24px;background:#ffffff;border:1px solid #d5dde3;border-radius:12px',
  heading: 'margin:0 0 16px;font-size:22px;line-height:28px',
  text: 'margin:0 0 16px;font-size:16px;line-height:24px',
  button:
    'display:inline-block;padding:12px 20px;background:#0b6b4f;border-radius:8px;' +
    'color:#ffffff;font-size:16px;font-weight:600;text-decoration:none',
  facts: 'margin:24px 0 0;padding:16px 0 0;border-top:1px solid #d5dde3',
  fact: 'margin:0;font-size:14px;line-height:22px;color:#4f5e6b',
  footer: 'margin:16px 0 0;padding:0 24px;font-size:13px;line-height:20px;color:#4f5e6b',
  link: 'color:#4f5e6b',
};

/** Renders a mail as HTML. It loads nothing: no images, no stylesheets, no tracking. */
export function renderMailMarkup(mail: MailContent): string {
  const { language, service, subject, greeting, before, button, after, footer } = mail;
  const footerLinks = footer.links.map(
    ({ label, url }) => html`<br>
${label}: <a href="${url}" style="${styles.link}">${toShownUrl(url)}</a>`,
  );
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body style="${styles.body}">
<div style="${styles.frame}">
<p style="${styles.service}">${service}</p>
<div style="${styles.card}">
<h1 style="${styles.heading}">${subject}</h1>
${greeting !== undefined && renderText(greeting)}${renderText(before)}${
  button && renderButton(button)
}${renderText(after)}${renderFacts(mail)}</div>
<p style="${styles.footer}">${footer.sentence}${footerLinks}</p>
</div>
</body>
</html>
`;
  return page.html;
}

function renderText(text: string): Html {
  return html`<p style="${styles.text}">${text}</p>\n`;
}

function renderButton({ label, url }: NonNullable<MailContent['button']>): Html {
  const link = html`<a href="${url}" style="${styles.button}">${label}</a>`;
  return html`<p style="${styles.text}">${link}</p>\n`;
}

function renderFacts({ facts }: MailContent): Html {
  const lines = facts.map(
    ({ label, value }) => html`<p style="${styles.fact}">${label}: ${value}</p>\n`,
  );
  return html`<div style="${styles.facts}">
${lines}</div>
`;
}

/** Returns a URL as people read it: an address without `mailto:`. */
function toShownUrl(url: string): string {
  return url.replace(/^mailto:/, '');
}
