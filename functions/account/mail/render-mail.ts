import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { type Html, html } from '#shared/html/html.ts';
import type { Mail, MailRequest, NoticeTemplate } from '#shared/mail/mail.ts';
import { selectMailTexts } from './languages/mail-languages.ts';
import type { MailTexts } from './languages/mail-texts.ts';

const passwordTemplates: readonly NoticeTemplate[] = [
  'password_changed',
  'password_was_reset',
  'password_set_by_operator',
];

/** Returns the URL of the page that a notice leads to. */
export function getNoticeUrl(template: NoticeTemplate, pages: PageUrls): string {
  if (passwordTemplates.includes(template)) return pages.sendLink('password_reset');
  if (template === 'new_browser') return pages.account('security');
  if (template === 'erasure_cancelled') return pages.account('security');
  const isAboutExport = template === 'export_ready' || template === 'export_failed';
  if (isAboutExport) return pages.account('export');
  return pages.signIn({ continue: 'account' });
}

/** Renders the subject, the plain text and the HTML of a mail that leads to `url`. */
export function renderMail(
  { template, language, ...details }: MailRequest,
  url: string,
): Pick<Mail, 'subject' | 'text' | 'html'> {
  const { templates, tag, footer } = selectMailTexts(language);
  const texts = templates[template](details);
  return {
    subject: texts.subject,
    text: renderText(texts, url, footer),
    html: renderMarkup(texts, url, footer, tag),
  };
}

function renderText(
  { before, link, after }: MailTexts,
  url: string,
  footer: string,
): string {
  const linkLines = link === undefined ? [] : [`${link}:\n${url}`];
  return [before, ...linkLines, after, `-- \n${footer}`, ''].join('\n\n');
}

/** Renders the HTML, which loads nothing: no images, no styles, no tracking. */
function renderMarkup(
  { subject, before, link, after }: MailTexts,
  url: string,
  footer: string,
  language: string,
): string {
  const page: Html = html`<!doctype html>
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
<p>${footer}</p>
</body>
</html>
`;
  return page.html;
}
