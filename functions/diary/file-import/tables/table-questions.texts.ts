import type { Language } from '#shared/pages/language.ts';
import { readQuantity } from './cells.ts';
import { readDay } from './days.ts';
import de from './table-questions.texts.de.ts';
import type { OpenQuestion, QuestionChoice, QuestionKind } from './table-questions.ts';

/** What is asked about a text of a table, by the kind of the question. */
export type QuestionTexts = Readonly<Record<QuestionKind, (example: string) => string>>;

const en: QuestionTexts = {
  day_order: (day) => `Which day is ${day}?`,
  decimal_sign: (number) => `Which number is ${number}?`,
  weight_unit: (number) => `In which unit is the weight ${number}?`,
  waist_unit: (number) => `In which unit is the size ${number}?`,
  body_temperature_unit: (number) => `In which unit is the temperature ${number}?`,
  blood_glucose_unit: (number) => `In which unit is the blood glucose ${number}?`,
  energy_unit: (number) => `In which unit is the energy ${number}?`,
};

export const questionTexts: Readonly<Record<Language, QuestionTexts>> = { en, de };

const symbols: Readonly<Partial<Record<QuestionChoice, string>>> = {
  celsius: '°C',
  fahrenheit: '°F',
  mmol_per_l: 'mmol/l',
  mg_per_dl: 'mg/dl',
  kj: 'kJ',
};

/** How a reader writes days and numbers. */
interface ExampleFormats {
  day(date: string): string;
  number(value: number): string;
}

/** Returns what the example of a question would be by one of its choices. */
export function formatChoice(
  { example }: Pick<OpenQuestion, 'example'>,
  choice: QuestionChoice,
  { day, number }: ExampleFormats,
): string {
  if (choice === 'point' || choice === 'comma') {
    const read = readQuantity(example, choice === 'point' ? '.' : ',');
    return number(read?.value ?? 0);
  }
  if (choice === 'day_first' || choice === 'month_first') {
    const read = readDay(example, choice);
    return read ? day(read.date) : example;
  }
  return `${example} ${symbols[choice] ?? choice}`;
}
