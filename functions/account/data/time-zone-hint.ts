import type { AccountContext } from '#functions/account/account-context.ts';
import { type Html, html } from '#shared/html/html.ts';
import { timeZoneHintTexts } from './time-zone-hint.texts.ts';

/** Says that dates and times are in UTC until a time zone is chosen, and where that is done. */
export function renderTimeZoneHint({
  language,
  pages,
}: Pick<AccountContext, 'language' | 'pages'>): Html {
  const { inUtc, choose } = timeZoneHintTexts[language];
  return html`<p class="muted">${inUtc} <a href="${pages.account('settings')}">${
    choose
  }</a></p>
`;
}
