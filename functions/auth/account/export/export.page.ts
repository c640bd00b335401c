import type { DataExport } from '#shared/data-export/data-export.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderPage, renderStatus } from '#shared/pages/layout.ts';
import type { AccountContext } from '../account-context.ts';
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
export interface ShownExport {
  dataExport: DataExport;
  /** The download link. Undefined before the export is done, and after the link has expired. */
  download: string | undefined;
}

/** Renders the page about exports. Its form posts to the page itself. */
export function renderExportPage(
  exports: readonly ShownExport[],
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

function isUnfinished({ state }: DataExport): boolean {
  return state === 'queued' || state === 'running';
}

function renderForm(labels: ExportTexts, formToken: string): Html {
  return html`<form method="post">
<input type="hidden" name="form_token" value="${formToken}">
<button>${labels.start}</button>
</form>
`;
}

function renderList(
  exports: readonly ShownExport[],
  labels: ExportTexts,
  page: string,
): Html {
  return html`<h2>${labels.list}</h2>
${exports.map((shown) => renderExport(shown, labels, page))}`;
}

function renderExport(
  { dataExport, download }: ShownExport,
  labels: ExportTexts,
  page: string,
): Html {
  const started = formatTime(dataExport.created_datetime, labels);
  return html`<section class="card">
<h3>${labels.startedAt(started)}</h3>
${renderState(dataExport, download, labels, page)}</section>
`;
}

function renderState(
  dataExport: DataExport,
  download: string | undefined,
  labels: ExportTexts,
  page: string,
): Html {
  // Every failed export has a `failure`, but the type does not say so.
  const { state, failure = 'interrupted' } = dataExport;
  if (isUnfinished(dataExport)) return renderProgress(dataExport, labels, page);
  if (state === 'failed')
    return html`<p>${labels.failed} ${labels.failures[failure]}</p>
`;
  if (download === undefined)
    return html`<p>${labels.expired}</p>
`;
  const { bytes = 0, expires_datetime = '' } = dataExport;
  return html`<p><a href="${download}">${labels.download(formatSize(bytes, labels))}</a></p>
<p class="muted">${labels.until(formatTime(expires_datetime, labels))}</p>
`;
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
