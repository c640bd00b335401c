import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { toDayUrl, toWorkoutUrl } from '#functions/account/data/data-url.ts';
import { renderPager } from '#functions/account/pager.ts';
import { privacyTexts } from '#functions/account/privacy/privacy.texts.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import {
  type ImportJob,
  isRereadable,
  needsAnswer,
} from '#functions/diary/file-import/file-import.ts';
import {
  lineChangeTexts,
  lineReasonTexts,
  rowReasonTexts,
} from '#functions/diary/file-import/file-line.texts.ts';
import {
  type FileLine,
  listFileChanges,
} from '#functions/diary/file-import/file-line.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import { renderButton, renderDangerForm, renderForm } from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { renderTable } from '#shared/pages/table.ts';
import {
  getImportTitle,
  renderImportFacts,
  toBadge,
  toImportUrl,
} from '../import-facts.ts';
import { importsTexts } from '../imports.texts.ts';
import { type ChosenAnswers, renderQuestions } from './questions.page.ts';

/** The number of files on a page. */
export const filesPerPage = 40;

interface ImportPageProps {
  job: ImportJob;
  /** The files on the page. */
  files: readonly FileLine[];
  /** The number of files on the pages before. */
  offset: number;
  /** The answers that were sent, of which some are missing. */
  chosen?: ChosenAnswers | undefined;
}

/** Renders what happened to each file of an import, and the form that undoes it. */
export function renderImportPage(
  account: AccountContext,
  props: ImportPageProps,
): string {
  const { language, formats, pages } = account;
  const { job, files, offset, chosen } = props;
  const labels = importsTexts[language];
  const noFiles = !needsAnswer(job) && html`<p>${labels.noFiles}</p>\n`;
  const url = toImportUrl(account, job.id, offset);
  return renderAccountPage(account, {
    title: needsAnswer(job) ? labels.questions.title : labels.details,
    problem: chosen && labels.questions.problem,
    body: html`<p><a href="${pages.account('imports')}">${labels.back}</a></p>
${renderCard({
  title: getImportTitle(job, account),
  subtitle: labels.startedAt(formats.longTime(job.created_datetime)),
  badge: toBadge(job, account),
  body: renderImportFacts(job, account, url),
})}${needsAnswer(job) && renderQuestions(job, account, chosen)}${
  files.length > 0
    ? html`${renderFiles(files, account)}${renderFilesPager(account, props)}`
    : noFiles
}${isRereadable(job) && renderReread(job, account)}${
  job.state !== 'undoing' && renderUndo(job, account)
}`,
  });
}

/** Renders that there is no such import. */
export function renderGoneImportPage(account: AccountContext): string {
  const { language, pages } = account;
  const labels = importsTexts[language];
  return renderAccountPage(account, {
    title: labels.details,
    body: html`${renderNotice(labels.gone)}<p><a href="${pages.account('imports')}">${
      labels.back
    }</a></p>
`,
  });
}

function renderFiles(files: readonly FileLine[], account: AccountContext): Html {
  const labels = importsTexts[account.language];
  return renderTable({
    caption: labels.tableCaption,
    columns: [{ label: labels.file, hasNames: true }, { label: labels.outcome }],
    rows: files.map((line) => [line.name, renderOutcome(line, account)]),
  });
}

function renderOutcome(line: FileLine, account: AccountContext): Html {
  const { language, formats } = account;
  const { state, reason, entries = [], duplicates = [], measurements, changes } = line;
  const label = importsTexts[language].counts[state];
  const text = reason && lineReasonTexts[language][reason];
  const values =
    measurements && importsTexts[language].values(formats.amount(measurements));
  const consent = reason === 'no_body_consent' && renderConsentLink(account);
  const links = renderLinks([...entries, ...duplicates], account);
  const differences = listFileChanges(changes).map(({ code, count }) => {
    const times = count > 1 && ` (${formats.amount(count)}×)`;
    return html`<div class="muted">${lineChangeTexts[language][code]}${times}</div>\n`;
  });
  const rows = line.left_out?.map(({ first, last, reason: code }) => {
    const range = importsTexts[language].rows(
      formats.amount(first),
      formats.amount(last),
    );
    return html`<div class="muted">${range}: ${rowReasonTexts[language][code]}</div>\n`;
  });
  return html`${label}${text && html`: ${text}`}${values && `: ${values}`} ${consent}${
    links
  }${differences}${rows}`;
}

function renderConsentLink({ language, pages }: AccountContext): Html {
  const label = privacyTexts[language].title;
  return html`<a href="${pages.account('privacy')}">${label}</a> `;
}

/** Renders a link to each workout of some entries, and to each day with foods. */
function renderLinks(ids: readonly string[], { pages, formats }: AccountContext): Html[] {
  const links = ids.flatMap((id): [string, string][] => {
    const { type, firstDate } = parseEntryId(id) ?? {};
    if (firstDate === undefined) return [];
    const url =
      type === 'exercise' ? toWorkoutUrl(pages, id) : toDayUrl(pages, firstDate);
    return [[url, firstDate]];
  });
  return Array.from(
    new Map(links),
    ([url, date]) => html`<a href="${url}">${formats.longDate(date)}</a> `,
  );
}

function renderFilesPager(
  account: AccountContext,
  { job, offset }: ImportPageProps,
): Html | undefined {
  const labels = importsTexts[account.language];
  const end = offset + filesPerPage;
  const toUrl = (start: number) => toImportUrl(account, job.id, start);
  const start = Math.max(0, offset - filesPerPage);
  const before = offset > 0 && { url: toUrl(start), label: labels.before };
  const after = end < job.files_done && { url: toUrl(end), label: labels.after };
  return renderPager({ before, after }, account);
}

function renderReread(
  { id }: ImportJob,
  { language, form_token, pages }: AccountContext,
): Html {
  const { title, text, button } = importsTexts[language].reread;
  return renderCard({
    title,
    body: html`<p>${text}</p>
${renderForm({
  form_token,
  action: pages.account('import'),
  hidden: { id, action: 'reread' },
  body: renderButton({ label: button, kind: 'secondary' }),
})}`,
  });
}

function renderUndo(
  { id, state, entries_removed = 0 }: ImportJob,
  { language, form_token, pages }: AccountContext,
): Html {
  const labels = importsTexts[language];
  const { summary, text, button } =
    state === 'uploading' ? labels.endUpload : labels.undo;
  return renderDangerForm({
    summary,
    hint: entries_removed > 0 ? `${text} ${labels.replaced}` : text,
    form_token,
    action: pages.account('import'),
    hidden: { id, action: 'undo' },
    button: { label: button },
  });
}
