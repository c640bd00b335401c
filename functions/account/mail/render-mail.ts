import { erasureMails } from '#functions/account/erasure/erasure.mail.ts';
import { exportMails } from '#functions/account/export/export.mail.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { emailLinkMails } from '#functions/auth/email-link/email-link.mail.ts';
import { identityMails } from '#functions/auth/identity/identity.mail.ts';
import { signInMails } from '#functions/auth/sign-in/sign-in.mail.ts';
import type { ServiceIdentity } from '#shared/contract/resources.ts';
import { html } from '#shared/html/html.ts';
import type {
  Mail,
  MailReader,
  MailRequest,
  MailTemplate,
  MailTexts,
} from '#shared/mail/mail.ts';
import { type Language, selectLocale, toLanguage } from '#shared/pages/language.ts';
import { mailTexts } from './mail.texts.ts';

/** The mails of all features. */
export const mailTemplates = {
  ...emailLinkMails,
  ...identityMails,
  ...signInMails,
  ...erasureMails,
  ...exportMails,
};

/** The end of a mail: who sent it, and where the operator can be reached. */
interface Footer {
  sentence: string;
  links: readonly { label: string; url: string }[];
}

function buildFooter(service: ServiceIdentity, language: Language): Footer {
  const { name, contact_url, privacy_url, terms_url } = service;
  const texts = mailTexts[language];
  const links = [
    { label: texts.contact, url: contact_url },
    { label: texts.privacy, url: privacy_url },
    { label: texts.terms, url: terms_url },
  ];
  return {
    sentence: name === undefined ? texts.sent : texts.sentBy(name),
    links: links.flatMap(({ label, url }) => (url === undefined ? [] : { label, url })),
  };
}

/** Returns a URL as people read it: an address without `mailto:`. */
function toShownUrl(url: string): string {
  return url.replace(/^mailto:/, '');
}

/** Returns the mail of a feature with this name. Throws if there is none. */
export function requireTemplate(name: string): MailTemplate<PageUrls> {
  const templates: Readonly<Record<string, MailTemplate<PageUrls>>> = mailTemplates;
  const template = templates[name];
  if (!template) throw new Error(`No feature has the mail ${name}.`);
  return template;
}

/**
 * Renders the subject, the plain text and the HTML of a mail that leads to `url`, for a person with
 * these choices. Its end says what the operator says about the service.
 */
export function renderMail(
  { template, language: tag, ...details }: MailRequest & MailReader,
  url: string,
  service: ServiceIdentity = {},
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const locale = selectLocale([tag]);
  const language = toLanguage(locale);
  const text = requireTemplate(template)[language];
  const labels = mailTexts[language];
  const atService =
    service.name === undefined ? labels.atThisService : labels.atService(service.name);
  const readDetails = { ...details, locale, atService };
  const texts = typeof text === 'function' ? text(readDetails) : text;
  const footer = buildFooter(service, language);
  return {
    subject: texts.subject,
    text: renderText(texts, url, footer),
    html: renderMarkup(texts, url, { language, footer }),
  };
}

function renderText(
  { before, link, after }: MailTexts,
  url: string,
  { sentence, links }: Footer,
): string {
  const linkLines = link === undefined ? [] : [`${link}:\n${url}`];
  const operatorLines = links.map((line) => `${line.label}: ${toShownUrl(line.url)}`);
  const footer = ['-- ', sentence, ...operatorLines].join('\n');
  return [before, ...linkLines, after, footer, ''].join('\n\n');
}

/** Renders the HTML, which loads nothing: no images, no styles, no tracking. */
function renderMarkup(
  { subject, before, link, after }: MailTexts,
  url: string,
  { language, footer }: { language: Language; footer: Footer },
): string {
  const operatorLinks = footer.links.map(
    ({ label, url: href }) => html`<br>
${label}: <a href="${href}">${toShownUrl(href)}</a>`,
  );
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
</head>
<body>
<h1>${subject}</h1>
<p>${before}</p>
${link !== undefined && html`<p><a href="${url}">${link}</a></p>\n`}<p>${after}</p>
<hr>
<p>${footer.sentence}${operatorLinks}</p>
</body>
</html>
`;
  return page.html;
}
