import type { Entry } from '#functions/diary/entry/entry.ts';
import { isFileOrigin } from '#functions/diary/entry/source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderDangerZone, renderForm } from '#shared/pages/form.ts';
import type { EntryPageView } from './entry.page.ts';

/** Renders the form that deletes an entry, and says what happens then. */
export function renderDeletion(entry: Entry, view: EntryPageView): Html {
  const { account, labels } = view;
  return renderDangerZone({
    summary: entry.type === 'exercise' ? labels.deleteExercise : labels.deleteFood,
    body: html`<p>${describeDeletion(entry, view)}</p>
${renderForm({
  form_token: account.form_token,
  action: account.pages.account('entry'),
  hidden: { id: entry.id },
  body: renderButton({
    label: labels.delete,
    name: 'action',
    value: 'delete',
    kind: 'danger',
  }),
})}`,
  });
}

function describeDeletion(entry: Entry, { labels }: EntryPageView): string {
  if (entry.type !== 'exercise' || !entry.source) return labels.deletePlain;
  const { source, duplicates } = entry;
  const removal = isFileOrigin(source) ? labels.deleteFile : labels.deleteImported;
  return duplicates ? `${removal} ${labels.deleteMerged}` : removal;
}
