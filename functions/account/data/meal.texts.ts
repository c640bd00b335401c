import { toMealKey } from '#functions/diary/entry/meal-key.ts';
import type { Language } from '#shared/pages/language.ts';
import de from './meal.texts.de.ts';

const en = { Breakfast: 'Breakfast', Lunch: 'Lunch', Dinner: 'Dinner', Snacks: 'Snacks' };

/** The names of the usual meals, by the names that the diary stores. */
export const mealTexts = { en, de };
export type MealTexts = typeof en;

type UsualMeal = keyof typeof en;

/** The names of the usual meals, as the diary stores them. */
export const usualMeals = Object.keys(en) as readonly UsualMeal[];

/** Returns the usual meal that has this name in any case, or undefined. */
export function findUsualMeal(meal: string): UsualMeal | undefined {
  return usualMeals.find((usual) => toMealKey(usual) === toMealKey(meal));
}

/** Compares meals in their order in a day. Those with a name of their own come last. */
export function compareMeals(one: string, other: string): number {
  return getRank(one) - getRank(other);
}

function getRank(meal: string): number {
  const usual = findUsualMeal(meal);
  return usual ? usualMeals.indexOf(usual) : usualMeals.length;
}

/** Returns the name of a meal in a language. A meal with a name of its own keeps it. */
export function getMealName(meal: string, language: Language): string {
  const usual = findUsualMeal(meal);
  return usual ? mealTexts[language][usual] : meal;
}
