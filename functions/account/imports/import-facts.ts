import type { AccountContext } from '#functions/account/account-context.ts';
import {
  type ImportJob,
  isFormUpload,
  isImporting,
  needsAnswer,
} from '#functions/diary/file-import/file-import.ts';
import { lineStates } from '#functions/diary/file-import/file-line.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type Badge, renderFacts } from '#shared/pages/card.ts';
import { renderLinkButton } from '#shared/pages/form.ts';
import { importsTexts } from './imports.texts.ts';

/** Returns the URL of the page of an import, with its files from a number on. */
export function toImportUrl(
  { pages }: Pick<AccountContext, 'pages'>,
  id: string,
  offset = 0,
): string {
  const query = new URLSearchParams({
    id,
    ...(offset > 0 && { offset: String(offset) }),
  });
  return `${pages.account('import')}?${query}`;
}

/** Returns the URL of the page that uploads the file of an import. */
export function toUploadUrl(
  { pages }: Pick<AccountContext, 'pages'>,
  id: string,
): string {
  return `${pages.account('import')}upload/?${new URLSearchParams({ id })}`;
}

/** Returns how people call an import: by its name or file. Nobody has seen our own archive. */
export function getImportTitle(
  { name, file_name, has_several_files, is_export }: ImportJob,
  { language }: AccountContext,
): string {
  const { severalFiles, ownExport } = importsTexts[language];
  if (name !== undefined) return name;
  if (is_export) return ownExport(file_name);
  return has_several_files ? severalFiles : file_name;
}

/**
 * Returns the state of an import as the badge of its card. Only one that has brought something has
 * succeeded: not one of files that had nothing for the diary, or only what it has already.
 */
export function toBadge(
  { state, counts }: ImportJob,
  { language }: AccountContext,
): Badge {
  const { states, nothing, nothingNew } = importsTexts[language];
  const { imported, corrected = 0, duplicate } = counts;
  if (state !== 'done')
    return {
      label: states[state],
      isBad: state === 'failed',
      isQuiet: state !== 'failed',
    };
  if (imported + corrected > 0) return { label: states.done };
  return duplicate > 0
    ? { label: nothingNew, isQuiet: true }
    : { label: nothing, isBad: true };
}

/** Renders how far an import is, or why it failed, and how many files had each outcome. */
export function renderImportFacts(
  job: ImportJob,
  account: AccountContext,
  url: string,
): Html {
  const { language, formats } = account;
  const labels = importsTexts[language];
  const { failure, files_done, counts, entries, measurements = 0 } = job;
  const progress =
    isImporting(job) &&
    html`<p>${labels.progress(formats.amount(files_done))}</p>
<p class="muted">${labels.mailHint}</p>
<p>${renderLinkButton({ label: labels.reload, url, kind: 'secondary' })}</p>
`;
  const facts = lineStates.flatMap((state) => {
    const { [state]: count = 0 } = counts;
    const label = labels.filesWith(labels.counts[state]);
    return count > 0 ? { label, value: formats.amount(count) } : [];
  });
  const created = { label: labels.entries, value: formats.amount(entries) };
  const upload =
    isFormUpload(job) &&
    html`<p>${renderLinkButton({
      label: labels.large.begin,
      url: toUploadUrl(account, job.id),
    })}</p>
`;
  const asked =
    needsAnswer(job) &&
    html`<p>${labels.questions.lead}${
      job.ttl !== undefined &&
      ` ${labels.questions.end(formats.longTime(new Date(job.ttl * 1000).toISOString()))}`
    }</p>
`;
  const reason = failure && html`<p>${labels.failures[failure]}</p>\n`;
  const values = { label: labels.newValues, value: formats.amount(measurements) };
  const brought = measurements > 0 ? [created, values] : [created];
  const shown = renderFacts(files_done > 0 ? [...brought, ...facts] : []);
  return html`${progress}${upload}${asked}${reason}${shown}`;
}
