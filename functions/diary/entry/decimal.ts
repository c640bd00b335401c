import Big from 'big.js';

/** Exact decimal numbers. A quotient is rounded half up to nine decimal places. */
export const Decimal = Big();
Decimal.DP = 9;
Decimal.RM = Decimal.roundHalfUp;

/** Returns the nearest double after rounding half up to nine decimal places. */
export function toRoundedNumber(value: Big): number {
  return value.round(Decimal.DP).toNumber();
}

/** Returns how many digits a number has after the decimal point, as JavaScript prints it. */
export function countDecimals(value: number): number {
  // The first digit has the place value 10 ** exponent.
  const { c: digits, e: exponent } = new Decimal(value);
  return Math.max(0, digits.length - 1 - exponent);
}
