import type { Nutrient, nutrientUnits } from '#functions/diary/entry/nutrients.ts';
import de from './nutrient.texts.de.ts';

const en = {
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
} satisfies Record<Nutrient, string>;

/** The names of nutrients. */
export const nutrientTexts = { en, de };
export type NutrientTexts = typeof en;

/** The symbols of the units of nutrients. */
export const nutrientSymbols = {
  grams: 'g',
  milligrams: 'mg',
  percent: '%',
} as const satisfies Record<(typeof nutrientUnits)[Nutrient], string>;
