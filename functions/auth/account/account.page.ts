import { html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';
import type { Visit } from './account-context.ts';

/** The page from which a person finds everything about their account. */
export function renderAccountPage(
  { session, texts, pages, formToken }: Visit,
  { passwordChanged }: { passwordChanged: boolean },
): string {
  const { account: words, password, tag: language } = texts;
  return renderPage({
    title: words.title,
    language,
    body: html`<h1>${words.title}</h1>
${passwordChanged && renderStatus(password.changed)}<p class="quiet">${words.signedInAs(session.username)}</p>
<ul class="menu">
<li><a href="${pages.account('applications')}">${words.applications}</a><br><span class="quiet">${words.applicationsHint}</span></li>
<li><a href="${pages.account('password')}">${words.password}</a><br><span class="quiet">${words.passwordHint}</span></li>
</ul>
<form method="post" action="${pages.signOut}">
<input type="hidden" name="form_token" value="${formToken('sign-out')}">
<button class="second">${words.signOut}</button>
</form>`,
  });
}
