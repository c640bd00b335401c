import { renderAccountPage } from '#functions/account/account.page.ts';
import type { AccountContext } from '#functions/account/account-handler.ts';
import { type Formats, formatKnown } from '#functions/account/formats.ts';
import type { PageUrls } from '#functions/auth/browser/page-urls.ts';
import { addDays, isWithinBounds } from '#functions/diary/entry/dates.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { FoodEntry } from '#functions/diary/entry/food-entry.ts';
import { computeMeals, type Meal } from '#functions/diary/entry/totals.ts';
import type { DataSource } from '#functions/main/data-source/data-source.ts';
import { type Html, html } from '#shared/html/html.ts';
import { type DataTexts, dataTexts } from '../data.texts.ts';
import { toCalories } from '../period.ts';
import { renderExercise } from './exercise-section.ts';

/** The name of a text with which the page confirms a change. */
export type DayNotice = keyof DataTexts['notices'];

/** Returns the URL of the page of a day. */
export function toDayUrl(pages: Pick<PageUrls, 'account'>, date: string): string {
  return `${pages.account('day')}?date=${date}`;
}

interface DayPageProps {
  date: string;
  entries: readonly Entry[];
  /** The entries of the day, of the day before and of the next day. */
  nearbyEntries: readonly Entry[];
  sources: readonly DataSource[];
  /** Whether the next day has come, or has entries already. */
  hasLater: boolean;
  /** Returns the display name of a provider. */
  getProviderName(type: string): string;
}

/** The properties of the page, and those that its sections share. */
export interface DayPageView extends DayPageProps {
  account: AccountContext;
  labels: DataTexts;
  formats: Formats;
}

/** Renders the meals and the exercise of a day, their sources and the merged workouts. */
export function renderDayPage(account: AccountContext, props: DayPageProps): string {
  const { language, formats, pages } = account;
  const { date, entries, hasLater } = props;
  const labels = dataTexts[language];
  const view = { ...props, account, labels, formats };
  const title = formats.longDate(date);
  const foodEntries = entries.filter((entry) => entry.type === 'food_entry');
  const exercises = entries.filter((entry) => entry.type === 'exercise');
  const meals = computeMeals(date, foodEntries);
  return renderAccountPage(account, {
    title,
    notices: labels.notices,
    body: html`<p class="muted">
<a href="${pages.account('data')}?date=${date}">${labels.title}</a></p>
<h2>${labels.food}</h2>
${meals.length === 0 && html`<p>${labels.noFood}</p>`}
${meals.map((meal) => renderMeal(meal, foodEntries, view))}
<h2>${labels.exercise}</h2>
${exercises.length === 0 && html`<p>${labels.noExercise}</p>`}
${exercises.map((exercise) => renderExercise(exercise, view))}
<p>
${renderDayLink(account, addDays(date, -1), labels.earlier)}
${hasLater && renderDayLink(account, addDays(date, 1), labels.later)}</p>`,
  });
}

function renderDayLink({ pages }: AccountContext, date: string, label: string) {
  const url = toDayUrl(pages, date);
  return isWithinBounds(date) && html`<a class="link" href="${url}">${label}</a>\n`;
}

function renderMeal(meal: Meal, entries: readonly FoodEntry[], view: DayPageView): Html {
  const { formats } = view;
  const { energy = null } = meal.nutritional_contents;
  const eatenFood = entries.filter(({ diary_meal }) => diary_meal === meal.diary_meal);
  return html`<section class="card">
<h3>${meal.diary_meal}: ${formatKnown(toCalories(energy), formats.energy)}</h3>
<ul>
${eatenFood.map((entry) => renderFood(entry, view))}</ul>
</section>
`;
}

function renderFood(
  { food, servings }: FoodEntry,
  { labels, formats }: DayPageView,
): Html {
  const brand = food?.brand ? ` (${food.brand})` : '';
  const name = food ? food.name + brand : labels.quickAdd;
  return html`<li>${name}, ${labels.servings(formats.amount(servings))}</li>\n`;
}
