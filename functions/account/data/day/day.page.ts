import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-context.ts';
import { type Formats, formatKnown } from '#functions/account/formats.ts';
import { addDays, dateBounds, isWithinBounds } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import { summarizeDays } from '#functions/diary/entry/totals.ts';
import type { PlacedMeasurement } from '#functions/diary/measurement/measurement.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderStatistics } from '#shared/pages/card.ts';
import { renderEmptyState } from '#shared/pages/notice.ts';
import { renderMeasuredDay } from '../body/day-section.ts';
import { toDataUrl, toDayUrl, toNewEntryUrl } from '../data-url.ts';
import { toCalories } from '../energy.ts';
import { type ExerciseTexts, exerciseTexts } from '../exercise.texts.ts';
import { toLocalStart } from '../local-start.ts';
import { nutrientTexts } from '../nutrient.texts.ts';
import type { NameView } from '../origin-name.ts';
import { renderTimeZoneHint } from '../time-zone-hint.ts';
import { type DayTexts, dayTexts } from './day.texts.ts';
import { renderExercise } from './exercise-section.ts';
import { formatGrams, mainNutrients, renderMeals } from './meal-section.ts';

interface DayPageProps {
  date: string;
  /** The entries of the day, of the day before and of the next day. */
  nearbyEntries: readonly Entry[];
  sources: readonly DataSource[];
  /** What was measured of the body on the day, by one source for each type. */
  measured: readonly PlacedMeasurement[];
  /** Whether the next day has come, or has entries already. */
  hasLater: boolean;
  getProviderName: NameView['getProviderName'];
}

/** The properties of the page, and those that its sections share. */
export interface DayPageView extends DayPageProps {
  /** The entries of the day. */
  entries: readonly Entry[];
  account: AccountContext;
  labels: DayTexts;
  words: ExerciseTexts;
  formats: Formats;
}

/** Renders a day: its totals, its meals and its exercise, and the links that change them. */
export function renderDayPage(account: AccountContext, props: DayPageProps): string {
  const { language, formats, pages, profile, today } = account;
  const { date, nearbyEntries } = props;
  const entries = nearbyEntries.filter((entry) => entry.date === date);
  const labels = dayTexts[language];
  const words = exerciseTexts[language];
  const view = { ...props, entries, account, labels, words, formats };
  const dataUrl = toDataUrl(pages, 'seven_days', date);
  const hasTodayInUtc = date === today && profile.time_zone === undefined;
  const hint = hasTodayInUtc && renderTimeZoneHint(account);
  const content = entries.length === 0 ? renderEmptyDay(view) : renderEntries(view);
  const measured = renderMeasuredDay(date, props.measured, account);
  return renderAccountPage(account, {
    title: formats.fullDate(date),
    notices: labels.notices,
    refusals: labels.refusals,
    width: 'wide',
    body: html`${renderDayNavigation(view)}
${hint}${content}
${measured}<p><a href="${dataUrl}">${labels.aroundDay}</a></p>`,
  });
}

/** Renders the links to the day before and after, and a form that leads to any day. */
function renderDayNavigation({ date, hasLater, account, labels, formats }: DayPageView) {
  const { pages, today } = account;
  const [before, after] = [addDays(date, -1), addDays(date, 1)];
  const renderLink = (
    to: string,
    rel: 'prev' | 'next',
    toName: (date: string) => string,
  ) =>
    isWithinBounds(to) &&
    html`<a rel="${rel}" href="${toDayUrl(pages, to)}"
aria-label="${toName(formats.shortDate(to))}">${formats.shortDate(to)}</a>
`;
  const current = date === today && html` aria-current="page"`;
  return html`<div class="toolbar">
<nav class="tabs" aria-label="${labels.dayNav}">
${renderLink(before, 'prev', labels.dayBefore)}<a href="${toDayUrl(pages, today)}"${current}>${
    labels.today
  }</a>
${hasLater && renderLink(after, 'next', labels.dayAfter)}</nav>
<form class="inline" action="${pages.account('day')}">
<input type="date" name="date" value="${date}" aria-label="${labels.date}"
min="${dateBounds.first}" max="${dateBounds.last}" required>
<button class="secondary">${labels.show}</button>
</form>
</div>
`;
}

/** Renders what a day without entries shows: how entries get there. */
function renderEmptyDay({ date, account: { pages }, labels }: DayPageView): Html {
  return renderEmptyState({
    title: labels.emptyTitle,
    text: labels.emptyText,
    actions: [
      { label: labels.addFood, url: toNewEntryUrl(pages, date, 'food_entry') },
      { label: labels.addExercise, url: toNewEntryUrl(pages, date, 'exercise') },
    ],
  });
}

function renderEntries(view: DayPageView): Html {
  const { date, entries, account, labels } = view;
  const { time_zone } = account.profile;
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  // Exercises without a start come last.
  const getStart = ({ start_time }: (typeof exercises)[number]) =>
    start_time === undefined ? '~' : toLocalStart(start_time, time_zone);
  const byStart = exercises.toSorted((one, other) =>
    getStart(one) < getStart(other) ? -1 : 1,
  );
  const renderHead = (title: string, type: Entry['type'], label: string) =>
    html`<div class="head">
<h2>${title}</h2>
<a class="button secondary" href="${toNewEntryUrl(account.pages, date, type)}">${label}</a>
</div>
`;
  return html`${renderTotals(view)}
<div class="columns">
<section>
${renderHead(labels.food, 'food_entry', labels.addFood)}${
  foodEntries.length === 0
    ? html`<p>${labels.noFood}</p>`
    : renderMeals(foodEntries, view)
}</section>
<section>
${renderHead(labels.exercise, 'exercise', labels.addExercise)}${
  exercises.length === 0
    ? html`<p>${labels.noExercise}</p>`
    : html`${byStart.map((exercise) => renderExercise(exercise, view))}`
}</section>
</div>
`;
}

/** Renders the energy of the day, and the nutrients of which it comes. */
function renderTotals({ entries, labels, words, formats, account }: DayPageView): Html {
  const [summary] = summarizeDays(entries);
  if (!summary) return html``;
  const names = nutrientTexts[account.language];
  const eaten = toCalories(summary.energy_in);
  const burned = toCalories(summary.energy_out);
  const estimated = toCalories(summary.energy_out_estimated ?? null);
  const net = eaten === null ? null : eaten - (burned ?? 0);
  const about = (amount: number) => {
    const text = formats.energy(amount);
    return estimated === null ? text : words.about(text);
  };
  const energies = [
    { label: labels.eaten, value: formatKnown(eaten, formats.energy) },
    {
      label: labels.burned,
      value: formatKnown(burned, about),
      comparison: describeEstimate(estimated, burned, words, formats),
    },
    { label: labels.net, value: formatKnown(net, about) },
  ];
  const nutrients = mainNutrients.map((name) => ({
    label: names[name],
    amount: summary.nutrients[name] ?? null,
  }));
  return renderStatistics([
    ...energies,
    ...nutrients.map(({ label, amount }) => ({
      label,
      value: formatKnown(amount, (grams) => `${formatGrams(grams, formats)} g`),
    })),
  ]);
}

/** Says how much of an energy is estimated, if anything is. */
function describeEstimate(
  estimated: number | null,
  all: number | null,
  words: ExerciseTexts,
  formats: Formats,
): string | undefined {
  if (estimated === null) return undefined;
  return estimated === all
    ? words.estimated
    : words.estimatedPart(formats.energy(estimated));
}
