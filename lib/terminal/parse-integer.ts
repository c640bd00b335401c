import { InvalidArgumentError } from '@commander-js/extra-typings';

/**
 * Creates the parser of an option with an integer from `min` to `max`. The parser throws an
 * `InvalidArgumentError` for other text.
 */
export function createIntegerParser(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    const isInRange = number >= min && number <= max;
    if (!/^\d+$/.test(text) || !isInRange)
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return number;
  };
}
