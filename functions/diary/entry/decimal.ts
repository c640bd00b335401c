/** An exact decimal number: `units` divided by 10 to the power of `scale`. */
export interface Decimal {
  units: bigint;
  scale: number;
}

/** Digits after the decimal point that results keep. */
const places = 9;

const powerOfTen = (exponent: number) => 10n ** BigInt(exponent);

/** The decimal number that JSON carried, which is the shortest one that reads as this double. */
export function decimal(value: number): Decimal {
  const [, sign = '', whole = '0', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
  const units = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * powerOfTen(-scale), scale: 0 } : { units, scale };
}

/** Exact sum. */
export function plus(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const unitsOf = (number: Decimal) => number.units * powerOfTen(scale - number.scale);
  return { units: unitsOf(one) + unitsOf(other), scale };
}

/** Exact product. */
export function times(one: Decimal, other: Decimal): Decimal {
  return { units: one.units * other.units, scale: one.scale + other.scale };
}

/** Quotient of two numbers of 0 or more, rounded half up to nine places. */
export function dividedBy(one: Decimal, other: Decimal): Decimal {
  const dividend = one.units * powerOfTen(other.scale + places);
  const divisor = other.units * powerOfTen(one.scale);
  return { units: (2n * dividend + divisor) / (2n * divisor), scale: places };
}

/** The nearest double of a number of 0 or more, after rounding half up to nine places. */
export function toNumber(number: Decimal): number {
  const { units, scale } =
    number.scale > places ? dividedBy(number, { units: 1n, scale: 0 }) : number;
  return Number(`${units}e-${scale}`);
}
