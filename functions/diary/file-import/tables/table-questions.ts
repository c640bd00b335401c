/** What a table can leave open, with the answers that a person or a client can give. */
export const questionChoices = {
  day_order: ['day_first', 'month_first'],
  decimal_sign: ['point', 'comma'],
  weight_unit: ['kg', 'lb'],
  waist_unit: ['cm', 'in'],
  body_temperature_unit: ['celsius', 'fahrenheit'],
  blood_glucose_unit: ['mmol_per_l', 'mg_per_dl'],
  energy_unit: ['kcal', 'kj'],
} as const;

export type QuestionKind = keyof typeof questionChoices;
export type QuestionChoice = (typeof questionChoices)[QuestionKind][number];

/** The questions of columns without a unit, by what a column has. */
const unitQuestions = {
  weight: 'weight_unit',
  lean_mass: 'weight_unit',
  waist: 'waist_unit',
  body_temperature: 'body_temperature_unit',
  blood_glucose: 'blood_glucose_unit',
  energy: 'energy_unit',
} as const;

/** Returns what is asked about values of a column if neither heading nor cell has a unit. */
export function findUnitQuestion(role: string): QuestionKind | undefined {
  return Object.hasOwn(unitQuestions, role)
    ? unitQuestions[role as keyof typeof unitQuestions]
    : undefined;
}

/** The limits of what an import asks. */
export const questionLimits = {
  /** The questions of an import. What further files leave open is not taken. */
  perImport: 30,
  /** The imports of a user that wait for answers. Others take what is not open. */
  waiting: 20,
} as const;

/** The ids of the questions of an import, in their order. */
export const questionIds = Array.from(
  { length: questionLimits.perImport },
  (_, index) => `q${index + 1}`,
);

/** What a table has. */
export type TableKind = 'food' | 'measurements';

/** Something that a table leaves open, which is not guessed. */
export interface OpenQuestion {
  kind: QuestionKind;
  /** What the table has. */
  table: TableKind;
  /** The headings of the table as a digest: tables with the same have the same answer. */
  headings: string;
  /** The first table that leaves it open. */
  file_name: string;
  /** How many tables of the import leave it open. */
  tables: number;
  /** The text of the table of which it is asked. */
  example: string;
  /** The row with it, counted from 1. */
  row: number;
  /** What this row has in the columns that are read. */
  cells: readonly { heading: string; value: string }[];
}

/** A question of an import. */
export interface TableQuestion extends OpenQuestion {
  /** Of no other question of the import. */
  id: string;
}

/** Returns whether questions show values of the body, which need scopes of their own. */
export function isAboutBody({ table }: Pick<OpenQuestion, 'table'>): boolean {
  return table !== 'food';
}

/** An answer to a question of an import. */
export interface TableAnswer
  extends Pick<TableQuestion, 'id' | 'kind' | 'headings' | 'file_name'> {
  choice: QuestionChoice;
}

/** What was answered about tables with the same headings. */
export type TableAnswers = {
  readonly [Kind in QuestionKind]?: (typeof questionChoices)[Kind][number] | undefined;
};

/** Returns what was answered about tables with some headings. */
export function getTableAnswers(
  given: readonly TableAnswer[],
  headings: string,
): TableAnswers {
  const ofTable = given.filter((answer) => answer.headings === headings);
  return Object.fromEntries(ofTable.map(({ kind, choice }) => [kind, choice]));
}

/** Returns the unit of values that have none, as it was answered. */
export function getAnsweredUnit(answers: TableAnswers, role: string): string | undefined {
  const kind = findUnitQuestion(role);
  return kind && answers[kind];
}
