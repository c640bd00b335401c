import type { MealTexts } from './meal.texts.ts';

const de: MealTexts = {
  Breakfast: 'Frühstück',
  Lunch: 'Mittagessen',
  Dinner: 'Abendessen',
  Snacks: 'Snacks',
};

export default de;
