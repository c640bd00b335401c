import type { Entry } from '#functions/diary/entry/entry.ts';
import { toMealKey } from '#functions/diary/entry/food-entry.ts';
import { lengths } from '#functions/diary/entry/values.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderField, renderSelect, type SelectOption } from '#shared/pages/form.ts';
import { getUtcOffset, type Language } from '#shared/pages/language.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';
import {
  type ActivityTypeKey,
  getActivityTypeId,
} from '#shared/reference-data/activity-type-keys.ts';
import { listActivityTypes } from '#shared/reference-data/activity-types.ts';
import { fromLocalStart } from '../local-start.ts';
import { getMealName, usualMeals } from '../meal.texts.ts';
import { renderTimeZoneHint } from '../time-zone-hint.ts';
import type { EntryPageView } from './entry.page.ts';
import { entryTexts } from './entry.texts.ts';
import type { EntryField } from './entry-form.ts';

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

/** Renders the fields of an exercise: what it was, when, how long, and what it took. */
export function renderExerciseFields(view: EntryPageView): Html {
  const { fields, account, labels, context, date } = view;
  const groups = listActivities(account.language, fields.activity ?? '');
  const place = context.place ?? 'UTC';
  const offset = getUtcOffset(fromLocalStart(`${date}T12:00`, place), place);
  // An imported workout can have none.
  const energy = renderAmount('energy', view, view.shown.energy !== '');
  return html`${renderSelect({
    ...toControl('activity', view),
    options: [
      { value: '', label: labels.choose },
      { heading: labels.commonActivities, options: groups.common },
      { heading: labels.allActivities, options: groups.others },
    ],
  })}<div class="row">
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
${renderAmount('distance', view)}${energy}</div>
${renderAmounts(labels.heartRate, ['avg_heart_rate', 'max_heart_rate'], view)}`;
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
  const attributes = { autocomplete: 'off', maxlength: lengths.name };
  const hasTodayInUtc = !view.entry && account.profile.time_zone === undefined;
  return html`<div class="row">
${renderDate(view)}${renderSelect({ ...toControl('meal', view), options })}</div>
${hasTodayInUtc && renderTimeZoneHint(account)}${renderField({
  ...toControl('other_meal', view),
  hint: labels.otherMealHint,
  attributes: { autocomplete: 'off', maxlength: lengths.meal },
})}${renderField({
  ...toControl('name', view),
  hint: labels.nameHint,
  attributes,
})}${renderField({ ...toControl('brand', view), attributes })}${renderAmount(
  'servings',
  view,
  true,
)}${renderAmounts(labels.perServing, contentFields, view)}`;
}

/** The activities of most people. */
const commonKeys = [
  'run',
  'walk',
  'ride',
  'hike',
  'swim',
  'strength',
  'mindbody_yoga',
  'ride_indoor',
  'machine_elliptical',
  'machine_row',
  'team_soccer',
] as const satisfies readonly ActivityTypeKey[];

/**
 * Lists the activities from which a person chooses, each once: the common ones, and the others by
 * name. They have the chosen one even if it is not in the catalog.
 */
function listActivities(
  language: Language,
  chosen: string,
): { common: SelectOption[]; others: SelectOption[] } {
  const toActivity = (value: string): SelectOption => {
    const label = findActivityName(value, language);
    return { value, label: label ?? entryTexts[language].unknownActivity(value) };
  };
  const commonIds = commonKeys.map(getActivityTypeId);
  const selectable = listActivityTypes().filter(
    ({ id, import_only }) => !import_only || id === chosen,
  );
  const ids = new Set(selectable.map(({ id }) => id));
  if (chosen !== '') ids.add(chosen);
  for (const id of commonIds) ids.delete(id);
  const { compare } = new Intl.Collator(language);
  const others = [...ids].map(toActivity);
  others.sort((one, other) => compare(one.label, other.label));
  return { common: commonIds.map(toActivity), others };
}
