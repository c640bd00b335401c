import { type Html, html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';
import type { Visit } from '../account-context.ts';
import type { ConnectedApplication } from './connected-application.ts';

function card(
  { client_id, name, since, last_used_on }: ConnectedApplication,
  { texts, formToken }: Visit,
): Html {
  const { applications: words, day } = texts;
  return html`<section class="card">
<h2>${name}</h2>
<dl>
<dt>${words.since}</dt><dd>${day(since)}</dd>
<dt>${words.lastUsed}</dt><dd>${last_used_on === undefined ? words.notUsed : day(last_used_on)}</dd>
</dl>
<form method="post">
<input type="hidden" name="form_token" value="${formToken('remove')}">
<input type="hidden" name="client_id" value="${client_id}">
<button class="second" aria-label="${words.removeFrom(name)}">${words.remove}</button>
</form>
</section>
`;
}

/** The page on which a person sees who has access to their data, and ends it. Its forms go to its own address. */
export function renderApplicationsPage(
  applications: readonly ConnectedApplication[],
  visit: Visit,
  { removed }: { removed: boolean },
): string {
  const { applications: words, account, tag: language } = visit.texts;
  return renderPage({
    title: words.title,
    language,
    body: html`<p class="quiet"><a href="${visit.pages.account('account')}">${account.title}</a></p>
<h1>${words.title}</h1>
${removed && renderStatus(words.removed)}<p>${applications.length > 0 ? words.intro : words.none}</p>
${applications.map((application) => card(application, visit))}`,
  });
}
