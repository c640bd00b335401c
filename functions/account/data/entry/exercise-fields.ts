import { type Html, html } from '#shared/html/html.ts';
import { renderField, renderSelect } from '#shared/pages/form.ts';
import { getUtcOffset } from '#shared/pages/language.ts';
import { fromLocalStart } from '../local-start.ts';
import { listActivities } from './activities.ts';
import type { EntryPageView } from './entry.page.ts';
import { renderAmount, toControl } from './form-field.ts';

/** Renders the fields of an exercise: what it was, when, how long, and what it took. */
export function renderExerciseFields(view: EntryPageView): Html {
  const { fields, account, labels, context, date } = view;
  const groups = listActivities(account.language, fields.activity ?? '');
  const place = context.place ?? 'UTC';
  const offset = getUtcOffset(fromLocalStart(`${date}T12:00`, place), place);
  // An imported workout can have none.
  const energy = renderAmount('energy', view, { isRequired: view.shown.energy !== '' });
  const renderGroup = (legend: string, rows: readonly Html[]) => html`<fieldset>
<legend>${legend}</legend>
<div class="row">
${rows}</div>
</fieldset>
`;
  return html`${renderSelect({
    ...toControl('activity', view),
    options: [
      { value: '', label: labels.choose },
      { heading: labels.commonActivities, options: groups.common },
      { heading: labels.allActivities, options: groups.others },
    ],
  })}<div class="row">
${renderField({
  ...toControl('date', view),
  type: 'date',
  attributes: { required: true },
})}${renderField({
  ...toControl('time', view),
  label: `${labels.fields.time} (${offset})`,
  type: 'time',
})}</div>
${renderGroup(labels.duration, [
  renderAmount('hours', view),
  renderAmount('minutes', view),
])}<div class="row">
${renderAmount('distance', view)}${energy}</div>
${renderGroup(labels.heartRate, [
  renderAmount('avg_heart_rate', view),
  renderAmount('max_heart_rate', view),
])}`;
}
