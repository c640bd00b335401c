import type { Nutrient, nutrientUnits } from '#functions/diary/entry/food-entry.ts';

const en = {
  nutrients: {
    protein: 'Protein',
    fat: 'Fat',
    saturated_fat: 'Saturated fat',
    polyunsaturated_fat: 'Polyunsaturated fat',
    monounsaturated_fat: 'Monounsaturated fat',
    trans_fat: 'Trans fat',
    cholesterol: 'Cholesterol',
    sodium: 'Sodium',
    potassium: 'Potassium',
    fiber: 'Fiber',
    sugar: 'Sugar',
    vitamin_a: 'Vitamin A',
    vitamin_c: 'Vitamin C',
    calcium: 'Calcium',
    iron: 'Iron',
    carbohydrates: 'Carbohydrates',
  } satisfies Record<Nutrient, string>,
  meals: { Breakfast: 'Breakfast', Lunch: 'Lunch', Dinner: 'Dinner', Snacks: 'Snacks' },
};

const de: typeof en = {
  nutrients: {
    protein: 'Eiweiß',
    fat: 'Fett',
    saturated_fat: 'Gesättigte Fettsäuren',
    polyunsaturated_fat: 'Mehrfach ungesättigte Fettsäuren',
    monounsaturated_fat: 'Einfach ungesättigte Fettsäuren',
    trans_fat: 'Transfettsäuren',
    cholesterol: 'Cholesterin',
    sodium: 'Natrium',
    potassium: 'Kalium',
    fiber: 'Ballaststoffe',
    sugar: 'Zucker',
    vitamin_a: 'Vitamin A',
    vitamin_c: 'Vitamin C',
    calcium: 'Calcium',
    iron: 'Eisen',
    carbohydrates: 'Kohlenhydrate',
  },
  meals: {
    Breakfast: 'Frühstück',
    Lunch: 'Mittagessen',
    Dinner: 'Abendessen',
    Snacks: 'Snacks',
  },
};

/** The names of nutrients, and of the usual meals by the names that the diary stores. */
export const foodTexts = { en, de };

type UsualMeal = keyof typeof en.meals;

/** The names of the usual meals, as the diary stores them. */
export const usualMeals = Object.keys(en.meals) as readonly UsualMeal[];

/** Returns the name of a meal in a language. A meal with a name of its own keeps it. */
export function getMealName(meal: string, language: 'en' | 'de'): string {
  const usual = usualMeals.find((name) => name === meal);
  return usual ? foodTexts[language].meals[usual] : meal;
}

/** The symbols of the units of nutrients. */
export const nutrientSymbols = {
  grams: 'g',
  milligrams: 'mg',
  percent: '%',
} as const satisfies Record<(typeof nutrientUnits)[Nutrient], string>;
