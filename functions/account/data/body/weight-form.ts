import type { AccountContext } from '#functions/account/account-context.ts';
import { addDays, dateBounds, isDiaryDate } from '#functions/diary/entry/dates.ts';
import type {
  PlacedMeasurement,
  SentMeasurement,
} from '#functions/diary/measurement/measurement.ts';
import { measurementTypes } from '#functions/diary/measurement/measurement-types.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderButton, renderField, renderForm } from '#shared/pages/form.ts';
import { failure, type Result, success } from '#shared/runtime/result.ts';
import { readAmount } from '../amounts.ts';
import { fromLocalStart, toLocalStart } from '../local-start.ts';
import { bodyTexts } from './body.texts.ts';

/** The texts in the fields of the form. */
interface WeightFields {
  weight: string;
  date: string;
}

/** A form that was not saved, and what is wrong with its fields. */
export interface WeightFormResult {
  fields: WeightFields;
  problems: Readonly<Partial<Record<keyof WeightFields, string>>>;
}

/**
 * Returns the last day of which a weight can be entered. Without a time zone, it may be tomorrow.
 */
function getLastDate({ today, profile }: AccountContext): string {
  return profile.time_zone === undefined ? addDays(today, 1) : today;
}

/**
 * Reads a weight as it is stored. A day has one that the person has entered: it is measured now if
 * the day is today, else at noon. The id makes another one of the day replace it.
 */
export function readWeight(
  fields: WeightFields,
  account: AccountContext,
  now: Date,
): Result<SentMeasurement, WeightFormResult> {
  const { formats, locale, profile, today, language } = account;
  const texts = bodyTexts[language].problems;
  const { date } = fields;
  const { min, max } = measurementTypes.weight.bounds;
  const entered = readAmount(fields.weight, locale) ?? Number.NaN;
  const value = Math.round((entered / formats.units.weight.factor) * 1000) / 1000;
  const problems = {
    ...(!(value >= min && value <= max) && {
      weight: texts.weight(formats.weight(min), formats.weight(max)),
    }),
    ...(!(isDiaryDate(date) && date <= getLastDate(account)) && { date: texts.date }),
  };
  if (Object.keys(problems).length > 0) return failure({ fields, problems });

  const { time_zone } = profile;
  const isPast = date < today;
  const local = isPast ? `${date}T12:00` : toLocalStart(now.toISOString(), time_zone);
  const time = fromLocalStart(local, time_zone);
  return success({ type: 'weight', date, time, value, external_id: `entered ${date}` });
}

interface WeightFormOptions {
  action: string;
  /** Whether the person came for the form. */
  isFocused: boolean;
  /** The last weight. The field does not have it: saved unread, it would be one of today. */
  last: PlacedMeasurement | undefined;
}

/** Renders the form with which a person enters a weight. */
export function renderWeightForm(
  { fields, problems }: WeightFormResult,
  account: AccountContext,
  { action, isFocused, last }: WeightFormOptions,
): Html {
  const labels = bodyTexts[account.language];
  const { formats } = account;
  const { symbol } = formats.units.weight;
  const weight = renderField({
    id: 'weight',
    label: labels.weight(symbol),
    value: fields.weight,
    hint: last && labels.lastWeight(formats.weight(last.measured.value)),
    problem: problems.weight,
    attributes: {
      inputmode: 'decimal',
      autocomplete: 'off',
      maxlength: 12,
      required: true,
      autofocus: isFocused,
    },
  });
  const date = renderField({
    id: 'date',
    label: labels.date,
    type: 'date',
    value: fields.date,
    problem: problems.date,
    attributes: { required: true, min: dateBounds.first, max: getLastDate(account) },
  });
  return renderForm({
    form_token: account.form_token,
    action,
    hasProblems: Object.keys(problems).length > 0,
    body: html`<div class="row">
${weight}${date}</div>
<p class="muted">${labels.weightHint}</p>
${renderButton({ label: labels.save, name: 'action', value: 'weight' })}`,
  });
}

/** Names the fields with a problem in a sentence, or returns undefined if there is none. */
export function describeWeightProblem(
  { problems }: WeightFormResult,
  { language, formats }: AccountContext,
): string {
  const labels = bodyTexts[language];
  const names = { weight: labels.weight(formats.units.weight.symbol), date: labels.date };
  const invalid = (['weight', 'date'] as const).filter((name) => problems[name]);
  return labels.problem(invalid.map((name) => names[name]).join(', '));
}
