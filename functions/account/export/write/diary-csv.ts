import type { Entry } from '#functions/diary/entry/entry.ts';
import { nutrients } from '#functions/diary/entry/nutrients.ts';
import { presentWithOffset } from '#functions/diary/entry/present-entry.ts';
import type { Language } from '#shared/pages/language.ts';
import { findActivityName } from '#shared/reference-data/activity-names.ts';

/** A cell of a table. Undefined and null are empty. */
export type Cell = string | number | null | undefined;

/** The characters with which a spreadsheet recognizes a formula at the start of a text. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/**
 * Formats a row of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an
 * apostrophe before it, as OWASP recommends against CSV injection. Numbers stay as they are.
 */
export function formatCsvRow(cells: readonly Cell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: Cell): string {
  if (cell === undefined || cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  // Some programs trim white space at the ends of a cell unless it is quoted.
  const needsQuotes = /[",\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

type PresentedEntry = ReturnType<typeof presentWithOffset>;

/** Returns the value of a column, or undefined if entries of that type have no such column. */
type Column = (entry: PresentedEntry, language: Language) => Cell;

type Exercise = Extract<PresentedEntry, { type: 'exercise' }>;
type FoodEntry = Extract<PresentedEntry, { type: 'food_entry' }>;

/** Creates a column that only exercises have. */
function fromExercise(getValue: (entry: Exercise, language: Language) => Cell): Column {
  return (entry, language) =>
    entry.type === 'exercise' ? getValue(entry, language) : undefined;
}

/** Creates a column that only food entries have. */
function fromFood(getValue: (entry: FoodEntry) => Cell): Column {
  return (entry) => (entry.type === 'food_entry' ? getValue(entry) : undefined);
}

function getEnergy(entry: PresentedEntry) {
  return entry.type === 'exercise' ? entry.energy : entry.nutritional_contents.energy;
}

const nutrientColumns = nutrients.map(
  (nutrient) =>
    [nutrient, fromFood((entry) => entry.nutritional_contents[nutrient])] as const,
);

/** The columns by their names. Nutrients and the energy of food are those of one serving. */
const columns: Readonly<Record<string, Column>> = {
  date: ({ date }) => date,
  type: ({ type }) => type,
  id: ({ id }) => id,
  exercise: fromExercise(({ exercise }) => exercise.id),
  start_time: fromExercise(({ start_time }) => start_time),
  duration: fromExercise(({ duration }) => duration),
  distance: fromExercise(({ distance }) => distance),
  avg_heart_rate: fromExercise(({ avg_heart_rate }) => avg_heart_rate),
  max_heart_rate: fromExercise(({ max_heart_rate }) => max_heart_rate),
  max_speed: fromExercise(({ max_speed }) => max_speed),
  elevation_change: fromExercise(({ elevation_change }) => elevation_change),
  source: ({ source }) => source.remote_connection_type ?? source.file_name,
  diary_meal: fromFood(({ diary_meal }) => diary_meal),
  food: fromFood(({ food }) => food?.name),
  brand: fromFood(({ food }) => food?.brand),
  servings: fromFood(({ servings }) => servings),
  energy: (entry) => getEnergy(entry)?.value,
  energy_unit: (entry) => getEnergy(entry)?.unit,
  ...Object.fromEntries(nutrientColumns),
  // Later columns follow at the end, because programs can read a table by the numbers of columns.
  exercise_name: fromExercise(({ exercise }, language) =>
    findActivityName(exercise.id, language),
  ),
  origin: ({ source }) => source.origin,
  attribution: ({ source }) => source.attribution,
  energy_source: fromExercise(({ energy_source }) => energy_source),
};

/** Marks the file as UTF-8, which spreadsheets do not assume. */
const byteOrderMark = '\uFEFF';

/** The first line: the names of the columns. */
export const csvHeader = byteOrderMark + formatCsvRow(Object.keys(columns));

/** Formats entries as lines, without hidden duplicates. */
export function formatCsvEntries(entries: readonly Entry[], language: Language): string {
  const shown = entries.filter(
    (entry) => entry.type !== 'exercise' || entry.hidden_by === undefined,
  );
  const cellGetters = Object.values(columns);
  const lines = shown.map((entry) => {
    const presented = presentWithOffset(entry);
    return formatCsvRow(cellGetters.map((getCell) => getCell(presented, language)));
  });
  return lines.join('');
}
