import Big from 'big.js';

/** Exact decimal numbers. A quotient is rounded half up to nine decimal places. */
export const Decimal = Big();
Decimal.DP = 9;
Decimal.RM = Decimal.roundHalfUp;

/** Returns the nearest double after rounding half up to nine decimal places. */
export function toRoundedNumber(value: Big): number {
  return value.round(Decimal.DP).toNumber();
}
