import type { QuestionTexts } from './table-questions.texts.ts';

const de: QuestionTexts = {
  day_order: (day) => `Welcher Tag ist ${day}?`,
  decimal_sign: (number) => `Welche Zahl ist ${number}?`,
  weight_unit: (number) => `In welcher Einheit ist das Gewicht ${number}?`,
  waist_unit: (number) => `In welcher Einheit ist der Umfang ${number}?`,
  body_temperature_unit: (number) => `In welcher Einheit ist die Temperatur ${number}?`,
  blood_glucose_unit: (number) => `In welcher Einheit ist der Blutzucker ${number}?`,
  energy_unit: (number) => `In welcher Einheit ist die Energie ${number}?`,
};

export default de;
