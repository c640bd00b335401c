import type { Entry } from '#functions/diary/entry/entry.ts';
import { toMealKey } from '#functions/diary/entry/meal-key.ts';
import { type Html, html } from '#shared/html/html.ts';
import {
  renderActions,
  renderDisclosure,
  renderField,
  renderLinkButton,
  renderSelect,
} from '#shared/pages/form.ts';
import { getUtcOffset } from '#shared/pages/language.ts';
import { toNewEntryUrl } from '../data-url.ts';
import { fromLocalStart } from '../local-start.ts';
import { getMealName, usualMeals } from '../meal.texts.ts';
import { renderTimeZoneHint } from '../time-zone-hint.ts';
import type { EntryPageView } from './entry.page.ts';
import type { EntryField } from './entry-form.ts';
import { maxLengths } from './entry-problems.ts';
import { hasDistance } from './has-distance.ts';

/** Returns the label of a field with the person's unit, if it has one. */
export function getFieldLabel(
  name: EntryField,
  { labels, context: { units } }: Pick<EntryPageView, 'labels' | 'context'>,
): string {
  if (name === 'energy') return labels.fields.energy(units.energy.symbol);
  if (name === 'distance') return labels.fields.distance(units.distance.symbol);
  return labels.fields[name];
}

/** The members of all kinds of controls of a field. */
function toControl(name: EntryField, view: EntryPageView) {
  const { fields, problems } = view;
  return {
    id: name,
    label: getFieldLabel(name, view),
    value: fields[name],
    problem: problems[name],
  };
}

function renderDate(view: EntryPageView): Html {
  const attributes = { required: true };
  return renderField({ ...toControl('date', view), type: 'date', attributes });
}

/** Renders a field for a number, for which phones show digits. */
function renderAmount(name: EntryField, view: EntryPageView, isRequired = false): Html {
  const attributes = {
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: 24,
    required: isRequired,
  };
  return renderField({ ...toControl(name, view), attributes });
}

/** Renders fields for numbers beside each other. */
function renderAmounts(
  legend: string,
  names: readonly EntryField[],
  view: EntryPageView,
): Html {
  return html`<fieldset>
<legend>${legend}</legend>
<div class="row">
${names.map((name) => renderAmount(name, view))}</div>
</fieldset>
`;
}

/** Returns whether a field has a value or a problem, so that it must be seen. */
const isUsed = ({ fields, problems }: EntryPageView, name: EntryField) =>
  Boolean(fields[name]) || problems[name] !== undefined;

/** Renders fields that few people need, open if one of them has a value or a problem. */
function renderRareFields(
  summary: string,
  names: readonly EntryField[],
  view: EntryPageView,
  render: (name: EntryField) => Html,
): Html {
  const isOpen = names.some((name) => isUsed(view, name));
  const body = html`<div class="row">
${names.map(render)}</div>
`;
  return renderDisclosure({ summary, isOpen, body });
}

/** Renders the fields of an exercise that its activity needs, and those that have a value. */
export function renderExerciseFields(view: EntryPageView): Html {
  const { account, labels, context, date, fields } = view;
  const place = context.place ?? 'UTC';
  const offset = getUtcOffset(fromLocalStart(`${date}T12:00`, place), place);
  const hasWay = hasDistance(fields.activity ?? '') || isUsed(view, 'distance');
  return html`<div class="row">
${renderDate(view)}${renderField({
  ...toControl('time', view),
  label: `${labels.fields.time} (${offset})`,
  type: 'time',
})}</div>
${context.place === undefined && renderTimeZoneHint(account)}${renderAmounts(
  labels.duration,
  ['hours', 'minutes'],
  view,
)}<div class="row">
${hasWay && renderAmount('distance', view)}${renderAmount('energy', view)}</div>
${renderRareFields(labels.heartRate, ['avg_heart_rate', 'max_heart_rate'], view, (name) =>
  renderAmount(name, view),
)}`;
}

/** Lists the names of the meals that entries belong to. */
export function listMeals(entries: readonly Entry[]): string[] {
  const names = entries.map((entry) =>
    entry.type === 'food_entry' ? entry.diary_meal : '',
  );
  return [...new Set(names)].filter(Boolean);
}

const contentFields = ['energy', 'protein', 'carbohydrates', 'fat'] as const;

/** Renders the fields of a food: when it was eaten, what it is, and what it contains. */
export function renderFoodFields(view: EntryPageView): Html {
  const { fields, meals, account, labels } = view;
  // Of names that differ by case only, the last is offered: that of the entry.
  const names = [...usualMeals, ...meals, fields.meal ?? ''].filter(Boolean);
  const byMeal = new Map(names.map((name) => [toMealKey(name), name]));
  const options = [...byMeal.values()].map((value) => {
    const label = getMealName(value, account.language);
    return { value, label };
  });
  const attributes = { autocomplete: 'off', maxlength: maxLengths.name };
  const hasTodayInUtc = !view.entry && account.profile.time_zone === undefined;
  return html`${renderLastFoods(view)}<div class="row">
${renderSelect({ ...toControl('meal', view), options })}${renderDate(view)}</div>
${hasTodayInUtc && renderTimeZoneHint(account)}${renderField({
  ...toControl('name', view),
  hint: labels.nameHint,
  attributes,
})}${renderAmount('servings', view, true)}${renderAmounts(
  labels.perServing,
  contentFields,
  view,
)}${renderRareFields(labels.more, ['brand', 'other_meal'], view, (name) =>
  renderField({
    ...toControl(name, view),
    attributes: { ...attributes, maxlength: maxLengths[name] },
  }),
)}`;
}

/** Renders links that fill in the form of a new food with one that was eaten lately. */
function renderLastFoods(view: EntryPageView): Html | undefined {
  const { lastFoods, date, labels, account } = view;
  if (lastFoods.length === 0) return undefined;
  const links = lastFoods.map(({ id, name }) => {
    const url = toNewEntryUrl(account.pages, date, 'food_entry', { like: id });
    return renderLinkButton({ label: name, url, kind: 'secondary' });
  });
  return html`<h2>${labels.lastFoods}</h2>
${renderActions(links)}`;
}
