import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { Formats } from '#functions/account/formats.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import {
  renderActions,
  renderButton,
  renderForm,
  renderLinkButton,
} from '#shared/pages/form.ts';
import type { Locale } from '#shared/pages/language.ts';
import { type DataExport, isOfApplication, isUnfinished } from '../data-export.ts';
import type { ListedExport } from '../download-link.ts';
import { type ExportTexts, exportTexts } from '../export.texts.ts';

/** The outcome of a start, by the name of its text. */
export type ExportNotice = keyof ExportTexts['notices'] | keyof ExportTexts['refusals'];

interface ExportPageProps {
  exports: readonly ListedExport[];
  /** The base URL of the host with the downloads. */
  host: string;
  /** Returns the name of a remote connection type. */
  getName: (type: string) => string;
}

/** Renders the page about exports. Its form posts to the page itself. */
export function renderExportPage(
  { exports, host, getName }: ExportPageProps,
  account: AccountContext,
): string {
  const { language, locale, formats, pages } = account;
  const labels = exportTexts[language];
  const page = pages.account('export');
  const view = { host, getName, locale, formats, labels, page };
  const hasUnfinished = exports.some(({ dataExport }) => isUnfinished(dataExport));
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    refusals: labels.refusals,
    lead: labels.lead,
    // People come back from the mail for the download, so it is above the form.
    body: html`${exports.length > 0 && renderList(exports, view)}${
      !hasUnfinished && renderStart(exports, account, labels)
    }`,
  });
}

interface ExportPageView extends Pick<ExportPageProps, 'host' | 'getName'> {
  locale: Locale;
  formats: Formats;
  labels: ExportTexts;
  /** The URL of the page. */
  page: string;
}

function renderStart(
  exports: readonly ListedExport[],
  { form_token }: AccountContext,
  labels: ExportTexts,
): Html {
  const hasDownload = exports.some(({ downloads }) => downloads.length > 0);
  const kind = hasDownload ? 'secondary' : 'primary';
  return renderCard({
    title: labels.startTitle,
    body: html`<p>${labels.contents}</p>
<p>${labels.warning}</p>
${renderForm({ form_token, body: renderButton({ label: labels.start, kind }) })}`,
  });
}

function renderList(exports: readonly ListedExport[], view: ExportPageView): Html {
  return html`${exports.map((listed) => renderExport(listed, view))}`;
}

function renderExport(listed: ListedExport, view: ExportPageView): Html {
  const { labels, formats } = view;
  const state = getShownState(listed);
  return renderCard({
    title: labels.startedAt(formats.longTime(listed.dataExport.created_datetime)),
    badge: { label: labels.states[state], isBad: state === 'failed' },
    body: renderState(listed, state, view),
  });
}

/** The state of an export for the person. Its files can be gone although it was completed. */
type ShownState = keyof ExportTexts['states'];

function getShownState({ dataExport, downloads }: ListedExport): ShownState {
  if (isUnfinished(dataExport)) return 'running';
  if (dataExport.state === 'failed') return 'failed';
  return downloads.length > 0 ? 'ready' : 'ended';
}

function renderState(
  { dataExport, downloads, isAccessEnded }: ListedExport,
  state: ShownState,
  view: ExportPageView,
): Html {
  const { labels, formats, getName } = view;
  // Every failed export has a `failure`, but the type does not say so.
  const { failure = 'interrupted', expires_datetime = '' } = dataExport;
  const { incomplete_types = [] } = dataExport;
  if (state === 'running') return renderProgress(dataExport, view);
  if (state === 'failed')
    return html`<p>${labels.failed} ${labels.failures[failure]}</p>
`;
  if (state === 'ended')
    return html`<p>${isAccessEnded ? labels.accessEnded : labels.expired}</p>
`;
  const services = incomplete_types.map(getName).join(', ');
  const kind = isOfApplication(dataExport.asked_by) && labels.ofApplication;
  const leftOut = services && labels.leftOut(services);
  const actions = renderActions(renderDownloads(dataExport, downloads, view));
  return html`<p>${labels.until(formats.longTime(expires_datetime))}</p>
${kind && html`<p>${kind} ${leftOut}</p>`}${actions}`;
}

function renderDownloads(
  { archives }: DataExport,
  downloads: readonly string[],
  { host, locale, labels }: ExportPageView,
): readonly Html[] {
  const count = downloads.length;
  return downloads.map((path, index) => {
    const size = formatSize(archives[index]?.bytes ?? 0, locale);
    const label = labels.download(size, { number: index + 1, count });
    return renderLinkButton({ label, url: `${host}${path}` });
  });
}

function renderProgress(
  { state, files_done, files_total }: DataExport,
  { labels, page }: ExportPageView,
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
<p>${renderLinkButton({ label: labels.reload, url: page, kind: 'secondary' })}</p>
`;
}

const megabyte = 1_000_000;

/** Formats a size in kilobytes or megabytes. */
function formatSize(bytes: number, locale: Locale): string {
  const isLarge = bytes >= megabyte;
  const amount = isLarge ? bytes / megabyte : Math.max(1, bytes / 1000);
  const format = new Intl.NumberFormat(locale, {
    maximumFractionDigits: isLarge ? 1 : 0,
  });
  return `${format.format(amount)} ${isLarge ? 'MB' : 'kB'}`;
}
