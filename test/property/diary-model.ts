import type { DiaryItem } from '#kit/diary.ts';

/** The thousandths of a number, so the model never rounds. */
type Thousandths = number;

/** An entry of the model. Its amounts are whole numbers. */
export interface WrittenEntry {
  id: string;
  date: string;
  type: 'exercise' | 'food_entry';
  duration?: number;
  diary_meal?: string;
  servings?: Thousandths;
  /** Absent if it was not sent. */
  protein?: Thousandths | undefined;
  energy?: { unit: 'calories' | 'kilojoules'; value: Thousandths } | undefined;
}

/** Rounds a fraction half up to nine decimals. Doubles it, so that one half is an integer. */
function roundToNineDecimals(numerator: bigint, denominator: bigint): number {
  return Number(`${(2n * numerator * 10n ** 9n + denominator) / (2n * denominator)}e-9`);
}

const selectKnown = (
  entries: readonly WrittenEntry[],
  amount: (entry: WrittenEntry) => Thousandths | undefined,
) => entries.filter((entry) => amount(entry) !== undefined);

/** Adds up the amounts times the servings, both in thousandths. Returns millionths. */
const sumAmounts = (
  entries: readonly WrittenEntry[],
  amount: (entry: WrittenEntry) => Thousandths | undefined,
) =>
  selectKnown(entries, amount).reduce(
    (sum, entry) => sum + BigInt(amount(entry) ?? 0) * BigInt(entry.servings ?? 0),
    0n,
  );

function sumEnergy(entries: readonly WrittenEntry[]) {
  const unit = entries.find(({ energy }) => energy)?.energy?.unit;
  if (!unit) return undefined;
  const sumOfUnit = (wanted: string) =>
    sumAmounts(entries, ({ energy }) =>
      energy?.unit === wanted ? energy.value : undefined,
    );
  const microjoules = sumOfUnit('calories') * 4184n + sumOfUnit('kilojoules') * 1000n;
  return {
    unit,
    value: roundToNineDecimals(
      microjoules,
      1_000_000n * (unit === 'calories' ? 4184n : 1000n),
    ),
  };
}

function buildMeal(date: string, diary_meal: string, entries: readonly WrittenEntry[]) {
  const energy = sumEnergy(entries);
  const hasProtein = selectKnown(entries, ({ protein }) => protein).length > 0;
  return {
    type: 'diary_meal',
    date,
    diary_meal,
    nutritional_contents: {
      ...(energy && { energy }),
      ...(hasProtein && {
        protein: roundToNineDecimals(
          sumAmounts(entries, ({ protein }) => protein),
          1_000_000n,
        ),
      }),
    },
  };
}

/** Builds an entry as the API should show it, with the members that the model writes. */
export function buildExpectedEntry(entry: WrittenEntry) {
  const { id, type, date, duration, diary_meal, servings = 0, protein, energy } = entry;
  const amount = energy && { unit: energy.unit, value: energy.value / 1000 };
  return type === 'exercise'
    ? { id, type, date, duration, energy: amount }
    : {
        id,
        type,
        date,
        diary_meal,
        servings: servings / 1000,
        nutritional_contents: {
          ...(amount && { energy: amount }),
          ...(protein !== undefined && { protein: protein / 1000 }),
        },
      };
}

/** Builds the list of a day. `entries` are all entries of a user, in the order of writing. */
export function buildExpectedDay(
  entries: readonly WrittenEntry[],
  date: string,
): Partial<DiaryItem>[] {
  const ofDay = entries.filter((entry) => entry.date === date);
  const eaten = ofDay.filter(({ type }) => type === 'food_entry');
  const meals = Map.groupBy(eaten, ({ diary_meal = '' }) => diary_meal);
  return [
    ...[...meals].map(([name, mealEntries]) => buildMeal(date, name, mealEntries)),
    ...ofDay.map(buildExpectedEntry),
  ];
}
