const en = { Breakfast: 'Breakfast', Lunch: 'Lunch', Dinner: 'Dinner', Snacks: 'Snacks' };

const de: typeof en = {
  Breakfast: 'Frühstück',
  Lunch: 'Mittagessen',
  Dinner: 'Abendessen',
  Snacks: 'Snacks',
};

/** The names of the usual meals, by the names that the diary stores. */
export const mealTexts = { en, de };

type UsualMeal = keyof typeof en;

/** The names of the usual meals, as the diary stores them. */
export const usualMeals: readonly string[] = Object.keys(en);

/** Compares meals in their order in a day. Those with a name of their own come last. */
export function compareMeals(one: string, other: string): number {
  return getRank(one) - getRank(other);
}

function getRank(meal: string): number {
  const index = usualMeals.indexOf(meal);
  return index === -1 ? usualMeals.length : index;
}

/** Returns the name of a meal in a language. A meal with a name of its own keeps it. */
export function getMealName(meal: string, language: 'en' | 'de'): string {
  return isUsualMeal(meal) ? mealTexts[language][meal] : meal;
}

function isUsualMeal(meal: string): meal is UsualMeal {
  return Object.hasOwn(en, meal);
}
