import type { AccountContext } from '#functions/account/account-context.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';
import { type DataExport, isUnfinished } from '../data-export.ts';
import type { ShownExport } from '../export-access.store.ts';
import type { ExportTexts } from './languages/export-en.ts';
import { getExportTexts } from './languages/export-languages.ts';

/** What the page confirms, or why no export was started. */
export const exportNotices = [
  'export_started',
  'export_running',
  'too_many_exports',
] as const;
export type ExportNotice = (typeof exportNotices)[number];

/** An export as the page shows it. */
export interface ListedExport extends ShownExport {
  /** The download link of each archive. Empty if the archives cannot be downloaded. */
  downloads: readonly string[];
}

/** Renders the page about exports. Its form posts to the page itself. */
export function renderExportPage(
  exports: readonly ListedExport[],
  { texts, pages, getFormToken }: AccountContext,
  notice: ExportNotice | undefined,
): string {
  const labels = getExportTexts(texts);
  const hasUnfinished = exports.some(({ dataExport }) => isUnfinished(dataExport));
  const confirmation = notice && renderStatus(labels.notices[notice]);
  return renderPage({
    title: labels.title,
    language: labels.tag,
    body: html`<p class="muted"><a href="${pages.account('account')}">${texts.account.title}</a></p>
<h1>${labels.title}</h1>
${confirmation}<p>${labels.intro}</p>
<p>${labels.warning}</p>
${!hasUnfinished && renderForm(labels, getFormToken('export'))}
${exports.length > 0 && renderList(exports, labels, pages.account('export'))}`,
  });
}

function renderForm(labels: ExportTexts, formToken: string): Html {
  return html`<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<button>${labels.start}</button>
</form>
`;
}

function renderList(
  exports: readonly ListedExport[],
  labels: ExportTexts,
  page: string,
): Html {
  return html`<h2>${labels.list}</h2>
${exports.map((shown) => renderExport(shown, labels, page))}`;
}

function renderExport(listed: ListedExport, labels: ExportTexts, page: string): Html {
  const started = formatTime(listed.dataExport.created_datetime, labels);
  return html`<section class="card">
<h3>${labels.startedAt(started)}</h3>
${renderState(listed, labels, page)}</section>
`;
}

function renderState(
  { dataExport, downloads, isAccessEnded }: ListedExport,
  labels: ExportTexts,
  page: string,
): Html {
  // Every failed export has a `failure`, but the type does not say so.
  const { state, failure = 'interrupted' } = dataExport;
  if (isUnfinished(dataExport)) return renderProgress(dataExport, labels, page);
  if (state === 'failed')
    return html`<p>${labels.failed} ${labels.failures[failure]}</p>
`;
  if (downloads.length === 0)
    return html`<p>${isAccessEnded ? labels.accessEnded : labels.expired}</p>
`;
  const { expires_datetime = '' } = dataExport;
  return html`${renderDownloads(dataExport, downloads, labels)}
<p class="muted">${labels.until(formatTime(expires_datetime, labels))}</p>
`;
}

function renderDownloads(
  { archives }: DataExport,
  downloads: readonly string[],
  labels: ExportTexts,
): readonly Html[] {
  const count = downloads.length;
  return downloads.map((href, index) => {
    const size = formatSize(archives[index]?.bytes ?? 0, labels);
    const label = labels.download(size, { number: index + 1, count });
    return html`<p><a href="${href}">${label}</a></p>`;
  });
}

function renderProgress(
  { state, files_done, files_total }: DataExport,
  labels: ExportTexts,
  page: string,
): Html {
  const total = files_total ?? 0;
  const label = labels.progress(files_done, total);
  const bar = html`<p>
<progress value="${String(files_done)}" max="${String(total)}" aria-label="${label}"></progress>
${label}
</p>
`;
  return html`<p>${state === 'queued' ? labels.queued : labels.running}</p>
${total > 0 && bar}<p class="muted">${labels.mailHint}</p>
<p><a href="${page}">${labels.reload}</a></p>
`;
}

/** Formats a time with its zone, as in `20 Nov 2026, 12:00 UTC`. */
function formatTime(time: string, { tag }: ExportTexts): string {
  const options = {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
    timeZoneName: 'short',
  } as const;
  // Without a country, English dates are American: the month comes first.
  const locale = tag === 'en' ? 'en-GB' : tag;
  return new Intl.DateTimeFormat(locale, options).format(new Date(time));
}

const megabyte = 1_000_000;

/** Formats a size in kilobytes or megabytes. */
function formatSize(bytes: number, { tag }: ExportTexts): string {
  const isLarge = bytes >= megabyte;
  const amount = isLarge ? bytes / megabyte : Math.max(1, bytes / 1000);
  const format = new Intl.NumberFormat(tag, { maximumFractionDigits: isLarge ? 1 : 0 });
  return `${format.format(amount)} ${isLarge ? 'MB' : 'kB'}`;
}
