import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import type { FormImport, ImportJob } from '#functions/diary/file-import/file-import.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import {
  renderButton,
  renderField,
  renderLinkButton,
  renderSignedForm,
} from '#shared/pages/form.ts';
import { renderNotice } from '#shared/pages/notice.ts';
import { toImportUrl, toUploadUrl } from '../import-facts.ts';
import { importsTexts } from '../imports.texts.ts';

/** A form that is signed for the bucket. */
interface Form {
  action: string;
  fields: Readonly<Record<string, string>>;
  endsAt: Date;
}

/** Renders the form that uploads the file of an import straight to the bucket. */
export function renderUploadPage(
  account: AccountContext,
  job: FormImport,
  { action, fields, endsAt }: Form,
): string {
  const { language, formats } = account;
  const labels = importsTexts[language];
  const { large } = labels;
  const importEnd = new Date(job.ttl * 1000);
  const times = renderFacts([
    { label: large.formEnd, value: formats.longTime(endsAt.toISOString()) },
    { label: large.importEnd, value: formats.longTime(importEnd.toISOString()) },
  ]);
  return renderStep(account, job, {
    lead: large.lead,
    body: renderCard({
      title: large.summary,
      body: html`<p>${labels.formats}</p>
${times}${renderSignedForm({
  action,
  fields,
  body: html`${renderField({
    id: 'file',
    label: large.file,
    hint: large.fileHint,
    type: 'file',
    attributes: { required: true },
  })}${renderButton({ label: large.upload })}<p class="muted">${large.waitHint}</p>
`,
})}`,
    }),
  });
}

/** Renders that the file is there, and waits until fewer imports are running. */
export function renderWaitingPage(account: AccountContext, job: ImportJob): string {
  const labels = importsTexts[account.language];
  return renderStep(account, job, {
    lead: labels.large.uploaded,
    body: html`${renderNotice(labels.notices.running)}<p>${renderLinkButton({
      label: labels.large.retry,
      url: toUploadUrl(account, job.id),
    })}</p>
`,
  });
}

function renderStep(
  account: AccountContext,
  job: ImportJob,
  { lead, body }: { lead: string; body: Html },
): string {
  const labels = importsTexts[account.language];
  const endUrl = toImportUrl(account, job.id);
  return renderAccountPage(account, {
    title: labels.large.title,
    lead,
    body: html`<p><a href="${account.pages.account('imports')}">${labels.back}</a></p>
${body}<p><a href="${endUrl}">${labels.endUpload.summary}</a></p>
`,
  });
}
