import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { renderPager } from '#functions/account/pager.ts';
import { type ImportJob, needsAnswer } from '#functions/diary/file-import/file-import.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard } from '#shared/pages/card.ts';
import {
  renderActions,
  renderButton,
  renderCheckbox,
  renderDisclosure,
  renderField,
  renderForm,
  renderLinkButton,
} from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import {
  getImportTitle,
  renderImportFacts,
  toBadge,
  toImportUrl,
} from './import-facts.ts';
import { type ImportsTexts, importsTexts } from './imports.texts.ts';

/** The outcome of a form, by the name of its text. */
export type ImportsNotice = keyof ImportsTexts['notices'];

/** The number of imports on a page. */
const importsPerPage = 20;

/** The form of files that was refused, as it comes back. */
export interface RefusedFiles {
  refusal: ImportsNotice;
  keepsFiles: boolean;
}

interface ImportsPageProps {
  /** All imports, the newest first. */
  jobs: readonly ImportJob[];
  /** The number of newer ones on the pages before. */
  offset: number;
  /** The base URL of the main host, which has the guides. */
  mainUrl: string;
  refused?: RefusedFiles;
}

/** Renders the form that imports files, and the imports. The form posts to the page itself. */
export function renderImportsPage(
  account: AccountContext,
  props: ImportsPageProps,
): string {
  const labels = importsTexts[account.language];
  const { offset, refused } = props;
  const jobs = props.jobs.slice(offset, offset + importsPerPage);
  const isRestricted = account.profile.restricted_datetime !== undefined;
  return renderAccountPage(account, {
    title: labels.title,
    notices: labels.notices,
    problem: refused && labels.notices[refused.refusal],
    lead: labels.lead,
    body: html`${
      isRestricted
        ? renderPaused(account)
        : html`${renderUpload(account, props)}${renderLargeUpload(account)}`
    }${
      jobs.length > 0 &&
      html`<h2>${labels.importsTitle}</h2>
${jobs.map((job) => renderImport(job, account))}${renderImportsPager(account, props)}`
    }`,
  });
}

function renderPaused({ language, pages }: AccountContext): Html {
  const labels = importsTexts[language];
  const link = html`<a href="${pages.account('privacy')}">${labels.resume}</a>`;
  return renderNotice(html`${labels.paused} ${link}`);
}

function renderUpload(
  { language, form_token, pages }: AccountContext,
  { mainUrl, refused }: ImportsPageProps,
): Html {
  const labels = importsTexts[language];
  return renderCard({
    title: labels.uploadTitle,
    body: html`<p>${labels.formats}</p>
<p><a href="${mainUrl}/v7.1/docs/import-files/#spreadsheets">${labels.guide}</a></p>
${renderForm({
  form_token,
  action: pages.account('imports'),
  hasFiles: true,
  body: html`${renderField({
    id: 'file',
    label: labels.files,
    hint: labels.filesHint,
    isInvalid: refused !== undefined,
    type: 'file',
    attributes: { multiple: true, required: true },
  })}${renderCheckbox({
    id: 'keep_file',
    label: labels.keep,
    isChecked: refused?.keepsFiles === true,
    describedBy: 'keep-hint',
  })}<p class="muted" id="keep-hint">${labels.keepHint}</p>
${renderButton({ label: labels.start })}<p class="muted">${labels.undoHint}</p>
`,
})}`,
  });
}

/** Renders the form that begins an import whose file goes straight to the bucket. */
function renderLargeUpload({ language, form_token, pages }: AccountContext): Html {
  const { large } = importsTexts[language];
  return renderDisclosure({
    summary: large.summary,
    body: html`<p>${large.lead}</p>
${renderForm({
  form_token,
  action: `${pages.account('import')}upload/`,
  body: renderButton({ label: large.begin, kind: 'secondary' }),
})}`,
  });
}

function renderImport(job: ImportJob, account: AccountContext): Html {
  const { language, formats, pages } = account;
  const labels = importsTexts[language];
  const title = getImportTitle(job, account);
  const isAsking = needsAnswer(job);
  return renderCard({
    title,
    level: 3,
    subtitle: labels.startedAt(formats.longTime(job.created_datetime)),
    badge: toBadge(job, account),
    body: html`${renderImportFacts(job, account, pages.account('imports'))}${renderActions(
      [
        renderLinkButton({
          label: isAsking ? labels.questions.open : labels.details,
          description: isAsking
            ? labels.questions.openLabel(title)
            : labels.detailsLabel(title),
          url: toImportUrl(account, job.id),
          kind: isAsking ? 'primary' : 'secondary',
        }),
      ],
    )}`,
  });
}

function renderImportsPager(
  account: AccountContext,
  { jobs, offset }: ImportsPageProps,
): Html | undefined {
  const labels = importsTexts[account.language];
  const toUrl = (start: number) => `${account.pages.account('imports')}?offset=${start}`;
  const newerUrl = toUrl(Math.max(0, offset - importsPerPage));
  const olderUrl = toUrl(offset + importsPerPage);
  const before = offset > 0 && { url: newerUrl, label: labels.newer };
  const hasOlder = offset + importsPerPage < jobs.length;
  const after = hasOlder && { url: olderUrl, label: labels.older };
  return renderPager({ before, after }, account);
}
