import type Big from 'big.js';
import { Decimal, toRoundedNumber } from './decimal.ts';
import type { Energy } from './quantities.ts';

/** An amount of energy and how many times it counts. The energy is undefined if it is unknown. */
export interface CountedEnergy {
  energy: Energy | null | undefined;
  multiplier: number;
}

/** Calories of food are kilocalories. */
const kilojoulesPerCalorie = new Decimal(4.184);

/**
 * Sums the known amounts in the unit of the first of them (wire.md Y6). Returns undefined if no
 * amount is known.
 */
export function sumEnergy(amounts: readonly CountedEnergy[]): Energy | undefined {
  const unit = amounts.find(({ energy }) => energy)?.energy?.unit;
  if (!unit) return undefined;

  const calories = sumInUnit(amounts, 'calories');
  const kilojoules = sumInUnit(amounts, 'kilojoules');
  const total = calories.times(kilojoulesPerCalorie).plus(kilojoules);
  const value = unit === 'kilojoules' ? total : total.div(kilojoulesPerCalorie);
  return { unit, value: toRoundedNumber(value) };
}

function sumInUnit(amounts: readonly CountedEnergy[], unit: Energy['unit']): Big {
  let total = new Decimal(0);
  for (const { energy, multiplier } of amounts) {
    if (energy?.unit !== unit) continue;
    total = total.plus(new Decimal(energy.value).times(multiplier));
  }
  return total;
}
