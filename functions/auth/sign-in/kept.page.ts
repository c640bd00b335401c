import type { Erasure } from '#functions/auth/identity/erasure.ts';
import { html } from '#shared/html/html.ts';
import type { Texts } from '#shared/pages/languages/languages.ts';
import { formatLongTime } from '#shared/pages/languages/long-date.ts';
import { renderPage } from '#shared/pages/layout.ts';
import type { PageUrls } from '../browser/page-urls.ts';

/** What the page about a cancelled erasure shows. */
interface KeptPageProps {
  texts: Texts;
  pages: PageUrls;
  erasure: Erasure;
  /** The page that the person signed in for. */
  url: string;
}

/** Renders the page that says that the sign-in has cancelled the deletion of the account. */
export function renderKeptPage({ texts, pages, erasure, url }: KeptPageProps): string {
  const labels = texts.accountKept;
  const time = formatLongTime(erasure.due_datetime, texts.tag);
  return renderPage({
    title: labels.title,
    language: texts.tag,
    body: html`<h1>${labels.title}</h1>
<p>${labels.text(time)}</p>
<p><a href="${url}">${labels.continue}</a></p>
<p class="muted"><a href="${pages.account('deletion')}">${labels.deleteAnyway}</a></p>`,
  });
}
