import { InvalidArgumentError } from '@commander-js/extra-typings';

/**
 * Returns a parser of whole numbers for an option. It throws an `InvalidArgumentError` for anything
 * else.
 */
export function parseInteger(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max)
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return number;
  };
}
