import { bounds, lengths, type Range } from '#functions/diary/entry/bounds.ts';
import type { FoodEntry } from '#functions/diary/entry/food-entry.ts';
import { type Nutrient, nutrientUnits } from '#functions/diary/entry/nutrients.ts';
import { cleanText } from '#shared/contract/clean-text.ts';
import { compact } from '#shared/runtime/compact.ts';
import { remember } from '#shared/runtime/remember.ts';
import type { NoteChange } from '../formats/file-changes.ts';
import { gramsOf, type Role } from './dialects.data.ts';
import type { ScannedTable } from './recognize-table.ts';
import type { TableRow } from './row-reader.ts';
import { getAnsweredUnit } from './table-questions.ts';
import { getText, isMarkedDeleted, type RowReason, readCell } from './table-row.ts';

/** The meal of a row that has none. */
const unknownMeal = 'Other';

/** A table has few meals, and each in many rows. */
const cleanMeal = remember(100, (text: string) => cleanText(text, lengths.meal));

/** Reads the meal of a row. */
export function readMeal(table: Pick<ScannedTable, 'columns'>, row: TableRow): string {
  return cleanMeal(getText(table, row, 'meal')) || unknownMeal;
}

/** Reads the food entry of a row with a date, or why there is none. */
export function readFood(
  table: ScannedTable,
  row: TableRow,
  date: string,
  note: NoteChange,
): FoodEntry | RowReason {
  if (isMarkedDeleted(table, row)) return 'marked_deleted';
  if (/[1-9]/.test(getText(table, row, 'exercise'))) return 'exercise';
  const contents: Record<string, unknown> = {};
  let servings = 1;
  const answered = (role: Role) => getAnsweredUnit(table.answers, role) ?? '';
  for (const { role, at, unit } of table.columns) {
    const convert = converters.get(role);
    if (!convert) continue;
    const read = readCell(table, row[at] ?? '', unit || answered(role));
    if (read === 'blank') continue;
    if (read === 'unknown_sign') return read;
    if (role === 'energy' && read !== 'implausible' && !findEnergyUnit(read.unit))
      return 'unknown_unit';
    const converted = read === 'implausible' ? undefined : convert(read.value, read.unit);
    if (converted === undefined) note('nutrients_implausible');
    else if (role === 'servings') servings = converted as number;
    else contents[role] = converted;
  }
  const food = readName(table, row);
  // In other tables, names are those of people or things.
  const isNamed = food && (!table.dialect.needsOneOf || getText(table, row, 'meal'));
  if (!isNamed && Object.keys(contents).length === 0) return 'no_values';
  return {
    type: 'food_entry',
    date,
    diary_meal: readMeal(table, row),
    ...compact({ food }),
    servings,
    nutritional_contents: contents,
  };
}

/** Returns the food with the amount that was eaten, for which the contents are. */
function readName(table: ScannedTable, row: TableRow): FoodEntry['food'] {
  const name = getText(table, row, 'name');
  const brand = cleanText(getText(table, row, 'brand'), lengths.name) || undefined;
  const quantity = getText(table, row, 'amount').replace(/[.,]00?(?=\D|$)/, '');
  // Some services have the unit of the amount in a column of its own.
  const unit = getText(table, row, 'unit');
  const amount = quantity && unit ? `${quantity} ${unit}` : quantity;
  const cleaned = cleanText(amount && name ? `${name}, ${amount}` : name, lengths.name);
  return cleaned === '' ? undefined : { name: cleaned, ...compact({ brand }) };
}

/** Converts a number to what an entry has. Returns undefined if it is not plausible. */
type Convert = (value: number, unit: string) => unknown;

const converters: ReadonlyMap<Role, Convert> = new Map<Role, Convert>([
  ['servings', (value) => toBounded(value, bounds.servings)],
  ['energy', toEnergy],
  ...(Object.entries(nutrientUnits) as [Nutrient, keyof typeof bounds][]).map(
    ([nutrient, kept]): [Nutrient, Convert] => [
      nutrient,
      (value, unit) => toAmount(value, unit, kept),
    ],
  ),
]);

const energyUnits: Readonly<Record<string, string>> = {
  kcal: 'calories',
  cal: 'calories',
  calories: 'calories',
  kj: 'kilojoules',
};

function findEnergyUnit(word: string): string | undefined {
  return Object.hasOwn(energyUnits, word) ? energyUnits[word] : undefined;
}

function toEnergy(amount: number, word: string) {
  const unit = findEnergyUnit(word);
  const value = toBounded(amount, bounds.energy);
  return unit === undefined || value === undefined ? undefined : { unit, value };
}

/** Converts an amount. One without a unit is in ours; a share of a day cannot become a mass. */
function toAmount(value: number, unit: string, kept: keyof typeof bounds) {
  if (unit === '') return toBounded(value, bounds[kept]);
  if (kept === 'percent')
    return unit === '%' ? toBounded(value, bounds[kept]) : undefined;
  const grams = Object.hasOwn(gramsOf, unit) ? gramsOf[unit] : undefined;
  if (grams === undefined) return undefined;
  const factor = grams * (kept === 'milligrams' ? 1000 : 1);
  return toBounded(factor === 1 ? value : round(value * factor), bounds[kept]);
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

function toBounded(value: number, { min, max }: Range): number | undefined {
  return value >= min && value <= max ? value : undefined;
}
