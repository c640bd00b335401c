import { expect, it } from 'vitest';
import {
  findWholeRun,
  type MessageNumbers,
  noteNumber,
  toOrderedNumber,
} from './message-numbers.ts';

const day = 86_400_000;

/** Notes numbers, each on a day. */
function note(numbers: readonly number[], days: (index: number) => number) {
  const noted = numbers.reduce<MessageNumbers | undefined>(
    (sum, number, index) => noteNumber(sum, number, new Date(days(index) * day)),
    undefined,
  );
  return noted as MessageNumbers;
}

it('a missing number counts until no app keeps its message', () => {
  const sent = [20, 22, 23, 24];
  const soon = note(sent, () => 0);
  expect(findWholeRun(soon, [], 24)).toBeUndefined();
  expect(findWholeRun(soon, [21], 24)).toEqual([20, 24]);
  expect(findWholeRun(noteNumber(soon, 26, new Date(8 * day)), [25], 26)).toBeUndefined();
  const late = [25, 26].reduce(
    (sum, number, index) => noteNumber(sum, number, new Date((10 + 10 * index) * day)),
    soon,
  );
  expect(findWholeRun(late, [27], 27)).toEqual([20, 27]);
  expect(findWholeRun(late, [], 28)).toBeUndefined();
});

it('a repeat, and one of before the inbox, change nothing', () => {
  const noted = note([20, 21], () => 0);
  for (const number of [3, 20, 21])
    expect(noteNumber(noted, number, new Date())).toBe(noted);
});

it('are of several phones if old ones go on beside new ones', () => {
  const isMixed = (...sent: readonly number[]) =>
    sent.reduce<MessageNumbers | undefined>(
      (noted, number) => noteNumber(noted, toOrderedNumber(number, noted), new Date()),
      undefined,
    )?.is_mixed;
  expect(isMixed(5000, 1, 2)).toBeUndefined();
  expect(isMixed(5000, 1, 5001, 2)).toBe(true);
});
