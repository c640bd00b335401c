/** The nutrients (specification 2.7) and their units. */
export const nutrientUnits = {
  protein: 'grams',
  fat: 'grams',
  saturated_fat: 'grams',
  polyunsaturated_fat: 'grams',
  monounsaturated_fat: 'grams',
  trans_fat: 'grams',
  cholesterol: 'milligrams',
  sodium: 'milligrams',
  potassium: 'milligrams',
  fiber: 'grams',
  sugar: 'grams',
  vitamin_a: 'percent',
  vitamin_c: 'percent',
  calcium: 'percent',
  iron: 'percent',
  carbohydrates: 'grams',
} as const;

export type Nutrient = keyof typeof nutrientUnits;
export type NutrientUnit = (typeof nutrientUnits)[Nutrient];

export const nutrients = Object.keys(nutrientUnits) as readonly Nutrient[];
