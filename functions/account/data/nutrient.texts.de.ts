import type { NutrientTexts } from './nutrient.texts.ts';

const de: NutrientTexts = {
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
};

export default de;
