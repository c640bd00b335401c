import type { AccountContext } from '#functions/account/account-context.ts';
import type { AccountPageNotice } from '#functions/account/account-notices.ts';
import { getDeletionTexts } from '#functions/account/erasure/languages/deletion-languages.ts';
import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { type Html, html } from '#shared/html/html.ts';
import { formatLongTime } from '#shared/pages/languages/long-date.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';

interface AccountPageProps {
  notice: AccountPageNotice | undefined;
  /** The latest erasure of the user, even a cancelled one. */
  erasure: Erasure | undefined;
}

/**
 * Renders when the account will be deleted, with a link to the page that cancels the deletion.
 * Returns undefined if no deletion is scheduled.
 */
function renderErasure(
  { state, due_datetime }: Erasure,
  { texts, pages }: AccountContext,
): Html | undefined {
  if (state !== 'scheduled') return undefined;
  const labels = getDeletionTexts(texts);
  const time = formatLongTime(due_datetime, texts.tag);
  return html`<p class="error">${labels.scheduled(time)}
<a href="${pages.account('deletion')}">${labels.keep}</a></p>
`;
}

/** Renders the start page of the account. */
export function renderAccountPage(
  context: AccountContext,
  { notice, erasure }: AccountPageProps,
): string {
  const { session, texts, pages, getFormToken } = context;
  const { account: labels, password, tag: language } = texts;
  const confirmations: Readonly<Record<AccountPageNotice, string>> = {
    password_changed: password.changed,
    email_changed: labels.emailChanged,
    account_created: labels.created,
  };
  const confirmation = notice && renderStatus(confirmations[notice]);
  return renderPage({
    title: labels.title,
    language,
    body: html`<h1>${labels.title}</h1>
${confirmation}${erasure && renderErasure(erasure, context)}
<p class="muted">${labels.signedInAs(session.username)}</p>
<ul class="menu">
<li>
<a href="${pages.account('data')}">${labels.data}</a><br>
<span class="muted">${labels.dataHint}</span>
</li>
<li>
<a href="${pages.account('devices')}">${labels.devices}</a><br>
<span class="muted">${labels.devicesHint}</span>
</li>
<li>
<a href="${pages.account('applications')}">${labels.applications}</a><br>
<span class="muted">${labels.applicationsHint}</span>
</li>
<li>
<a href="${pages.account('connections')}">${labels.connections}</a><br>
<span class="muted">${labels.connectionsHint}</span>
</li>
<li>
<a href="${pages.account('export')}">${labels.export}</a><br>
<span class="muted">${labels.exportHint}</span>
</li>
<li>
<a href="${pages.account('password')}">${labels.password}</a><br>
<span class="muted">${labels.passwordHint}</span>
</li>
<li>
<a href="${pages.account('security')}">${labels.security}</a><br>
<span class="muted">${labels.securityHint}</span>
</li>
<li>
<a href="${pages.account('deletion')}">${labels.deletion}</a><br>
<span class="muted">${labels.deletionHint}</span>
</li>
</ul>
<form method="post" action="${pages.signOut}">
<input type="hidden" name="form_token" value="${getFormToken('sign-out')}">
<button class="secondary">${labels.signOut}</button>
</form>`,
  });
}
