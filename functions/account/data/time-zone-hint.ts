import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Html, html } from '#shared/html/html.ts';
import { timeZoneHintTexts } from './time-zone-hint.texts.ts';

/** Says what is in UTC because the person has not chosen a time zone, and where they choose it. */
export function renderTimeZoneHint(
  { language, pages }: Pick<AccountContext, 'language' | 'pages'>,
  subject: 'times' | 'today',
): Html {
  const { [subject]: text, settings } = timeZoneHintTexts[language];
  return html`<p class="muted">${text} <a href="${pages.account('settings')}">${
    settings
  }</a></p>
`;
}
