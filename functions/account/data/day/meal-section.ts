import { type Formats, formatKnown } from '#functions/account/formats.ts';
import type { Entry } from '#functions/diary/entry/entry.ts';
import type { FoodEntry } from '#functions/diary/entry/food-entry.ts';
import { toMealKey } from '#functions/diary/entry/meal-key.ts';
import {
  type Nutrient,
  nutrients,
  nutrientUnits,
} from '#functions/diary/entry/nutrients.ts';
import { computeMeals } from '#functions/diary/entry/totals.ts';
import type { Meal } from '#functions/diary/entry/totals-representation.ts';
import { type Html, html } from '#shared/html/html.ts';
import { renderCard, renderFacts } from '#shared/pages/card.ts';
import { renderDisclosure } from '#shared/pages/form.ts';
import { toEntryUrl } from '../data-url.ts';
import { toCalories } from '../energy.ts';
import { compareMeals, getMealName } from '../meal.texts.ts';
import { nutrientSymbols, nutrientTexts } from '../nutrient.texts.ts';
import type { DayPageView } from './day.page.ts';

type Food = Extract<Entry, { type: 'food_entry' }>;
type Contents = Meal['nutritional_contents'];

/** The nutrients that the day and each food show. The others are behind a disclosure. */
export const mainNutrients: readonly Nutrient[] = ['protein', 'carbohydrates', 'fat'];

/** A line never begins with the dot. */
const separator = '\u00a0· ';

/** Formats grams with at most one decimal place, without the unit. */
export function formatGrams(grams: number, formats: Formats): string {
  return formats.amount(Math.round(grams * 10) / 10);
}

/** Renders the meals of a day in the order of the day, each with its food. */
export function renderMeals(entries: readonly Food[], view: DayPageView): Html {
  const meals = computeMeals(view.date, entries).sort((one, other) =>
    compareMeals(one.diary_meal, other.diary_meal),
  );
  const cards = meals.map((meal) => {
    const key = toMealKey(meal.diary_meal);
    const food = entries.filter(({ diary_meal }) => toMealKey(diary_meal) === key);
    return renderCard({
      title: getMealName(meal.diary_meal, view.account.language),
      // A single food has the same numbers.
      subtitle:
        food.length > 1 ? describeContents(meal.nutritional_contents, view) : undefined,
      level: 3,
      body: html`<ul class="links">
${food.map((entry) => renderFood(entry, view))}</ul>
`,
    });
  });
  return html`${cards}`;
}

/** Describes the known energy and main nutrients: `250 kcal · Protein 12 g`. */
function describeContents(contents: Contents, view: DayPageView): string {
  const { energy = null } = contents;
  const known = toCalories(energy);
  const parts = mainNutrients.flatMap((name) => describeNutrient(name, contents, view));
  return [known === null ? [] : view.formats.energy(known), ...parts]
    .flat()
    .join(separator);
}

/** Returns the name and the amount of a nutrient, or nothing if it is unknown. */
function describeNutrient(
  name: Nutrient,
  { [name]: amount }: Contents,
  { account, formats }: DayPageView,
): string[] {
  if (amount === undefined) return [];
  const label = nutrientTexts[account.language][name];
  const symbol = nutrientSymbols[nutrientUnits[name]];
  // A longer unbroken text is cut within its number where the column is narrow.
  return [`${label} ${formatGrams(amount, formats)}\u00a0${symbol}`];
}

function renderFood(entry: Food, view: DayPageView): Html {
  const { food, servings } = entry;
  const { labels, formats, account } = view;
  const contents = getEatenContents(entry);
  const name = food?.name ?? labels.quickAdd;
  const amount = labels.servings(formats.amount(servings));
  const mainParts = mainNutrients.flatMap((name) =>
    describeNutrient(name, contents, view),
  );
  return html`<li class="entry">
<div>
<strong>${name}</strong>
<p class="muted">${food?.brand && html`<bdi>${food.brand}</bdi> · `}${amount}</p>
${mainParts.length > 0 && html`<p class="muted">${mainParts.join(separator)}</p>`}
${renderMoreNutrients(contents, view)}</div>
<p class="number">${formatKnown(toCalories(contents.energy ?? null), formats.energy)}<br>
<a href="${toEntryUrl(account.pages, entry.id)}" aria-label="${labels.changeLabel(name)}">${
    labels.change
  }</a></p>
</li>
`;
}

/** Returns the contents of all servings of a food. */
function getEatenContents(entry: FoodEntry): Contents {
  return computeMeals(entry.date, [entry])[0]?.nutritional_contents ?? {};
}

function renderMoreNutrients(contents: Contents, view: DayPageView): Html {
  const { labels, account, formats } = view;
  const names = nutrients.filter((name) => !mainNutrients.includes(name));
  const facts = names.flatMap((name) => {
    const amount = contents[name];
    if (amount === undefined) return [];
    const symbol = nutrientSymbols[nutrientUnits[name]];
    const value = `${formatGrams(amount, formats)} ${symbol}`;
    return [{ label: nutrientTexts[account.language][name], value }];
  });
  if (facts.length === 0) return html``;
  return renderDisclosure({ summary: labels.moreNutrients, body: renderFacts(facts) });
}
