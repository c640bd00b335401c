import type { DataSource } from '#shared/data-source/data-source.ts';
import { dates } from '#shared/diary/bounds.ts';
import { addDays } from '#shared/diary/dates.ts';
import type { Entry } from '#shared/diary/entry.ts';
import type { FoodEntry } from '#shared/diary/food-entry.ts';
import { computeMeals, type Meal } from '#shared/diary/meal.ts';
import type { Duplicate } from '#shared/diary/source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderPage } from '#shared/pages/layout.ts';
import { findActivityType } from '#shared/reference-data/activity-types.ts';
import { findTypeByKey } from '#shared/reference-data/remote-connection-types.ts';
import type { AccountContext } from '../../account-context.ts';
import { createFormats, type Formats, formatKnown } from '../format.ts';
import type { DataTexts } from '../languages/data-en.ts';
import { getDataTexts } from '../languages/data-languages.ts';
import { toCalories } from '../totals.ts';

interface DayPageProps {
  date: string;
  entries: readonly Entry[];
  sources: readonly DataSource[];
}

type Exercise = Extract<Entry, { type: 'exercise' }>;

/** What the parts of the page need. */
interface DayView extends DayPageProps {
  labels: DataTexts;
  formats: Formats;
}

/** Renders the meals and the exercise of a day, their sources and what was merged. */
export function renderDayPage(context: AccountContext, props: DayPageProps): string {
  const { texts, pages } = context;
  const { date, entries } = props;
  const labels = getDataTexts(texts);
  const view = { ...props, labels, formats: createFormats(labels.tag) };
  const title = texts.formatDate(date);
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  const meals = computeMeals(date, foodEntries);
  return renderPage({
    title,
    language: labels.tag,
    wide: true,
    body: html`<p class="muted">
<a href="${pages.account('data')}?date=${date}">${labels.title}</a></p>
<h1>${title}</h1>
<h2>${labels.food}</h2>
${meals.length === 0 && html`<p>${labels.noFood}</p>`}
${meals.map((meal) => renderMeal(meal, foodEntries, view))}
<h2>${labels.exercise}</h2>
${exercises.length === 0 && html`<p>${labels.noExercise}</p>`}
${exercises.map((exercise) => renderExercise(exercise, view))}
<p>
${renderStep(context, addDays(date, -1), labels.earlier)}
${renderStep(context, addDays(date, 1), labels.later)}</p>`,
  });
}

function renderStep({ pages }: AccountContext, date: string, label: string) {
  const isWithinBounds = date >= dates.first && date <= dates.last;
  const url = `${pages.account('day')}?date=${date}`;
  return isWithinBounds && html`<a class="link" href="${url}">${label}</a>\n`;
}

function renderMeal(meal: Meal, entries: readonly FoodEntry[], view: DayView): Html {
  const { formats } = view;
  const { energy = null } = meal.nutritional_contents;
  const eaten = entries.filter(({ diary_meal }) => diary_meal === meal.diary_meal);
  return html`<section class="card">
<h3>${meal.diary_meal}: ${formatKnown(toCalories(energy), formats.energy)}</h3>
<ul>
${eaten.map((entry) => renderFood(entry, view))}</ul>
</section>
`;
}

function renderFood({ food, servings }: FoodEntry, { labels, formats }: DayView): Html {
  const brand = food?.brand ? ` (${food.brand})` : '';
  const name = food ? food.name + brand : labels.quickAdd;
  return html`<li>${name}, ${labels.servings(formats.amount(servings))}</li>\n`;
}

function renderExercise(entry: Exercise, view: DayView): Html {
  const { labels, formats } = view;
  const { exercise, start_time, duration, distance, energy } = entry;
  const name = findActivityType(exercise.id)?.name ?? labels.otherExercise;
  const members = [
    { label: labels.startTime, value: start_time?.slice(11, 16) },
    { label: labels.duration, value: formats.duration(duration) },
    {
      label: labels.distance,
      value: distance === undefined ? undefined : formats.distance(distance),
    },
    {
      label: labels.energyLabel,
      value: formatKnown(toCalories(energy), formats.energy),
    },
    ...listSourceMembers(entry, view),
  ];
  return html`<section class="card">
<h3>${name}</h3>
<dl>
${members.map(({ label, value }) => renderMember(label, value))}</dl>
</section>
`;
}

function renderMember(label: string, value: string | undefined): Html {
  if (value === undefined) return html``;
  return html`<dt>${label}</dt><dd>${value}</dd>\n`;
}

/** Lists where an imported exercise comes from, and the hidden exercises for the same workout. */
function listSourceMembers(
  { source, duplicates = [] }: Exercise,
  { labels, sources }: DayView,
) {
  if (!source) return [];
  const provider = getProviderName(source.remote_connection_type);
  const recorder = sources.find(({ id }) => id === source.data_source_id);
  const merged = duplicates.map((duplicate) => ({
    label: labels.merged,
    value: describeDuplicate(duplicate, labels),
  }));
  return [
    { label: labels.source, value: labels.importedFrom(provider) },
    { label: labels.device, value: recorder?.name ?? recorder?.device.name },
    ...merged,
  ];
}

function describeDuplicate(
  { remote_connection_type, matched_by, decided_by }: Duplicate,
  labels: DataTexts,
): string {
  const provider = getProviderName(remote_connection_type);
  return labels.duplicate(
    provider,
    labels.matchedBy[matched_by],
    labels.decidedBy[decided_by],
  );
}

function getProviderName(type: string): string {
  return findTypeByKey(type)?.name ?? type;
}
