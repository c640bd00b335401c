import { expect, it } from 'vitest';
import { createRandom, type Random } from '#kit/random.ts';
import { addValues } from './add-values.ts';
import type { SentMeasurement } from './measurement.ts';
import type { MeasurementMonth } from './measurement-month.ts';

const hours = ['01', '05', '09'];
const ids = ['a', 'b', 'c'];

/** Builds some values of a day, each with an id of its own and at a time of its own. */
function buildValues(random: Random, type: 'weight' | 'sleep'): SentMeasurement[] {
  const times = random.sample(hours, random.integer(1, 3));
  const given = random.sample(ids, times.length);
  return times.map((hour, index) => {
    const [date, time] = ['2026-11-20', `2026-11-20T${hour}:00:00Z`];
    const end = `2026-11-20T${hour}:59:00Z`;
    return {
      ...{ type, date, time, external_id: given[index] ?? '' },
      value: random.pick([70, 80]),
      ...(type === 'sleep' && { sleep: { end } }),
    };
  });
}

it.each([
  { source: { kind: 'application', client_id: 'one' } as const },
  { source: { kind: 'file', source_name: 'one' } as const },
  { source: { kind: 'inbox', inbox_id: 'one' } as const },
])(
  'values of one $source.kind are there with their ids, and a repeat writes nothing',
  ({ source }) => {
    const random = createRandom(1);
    for (let run = 0; run < 500; run += 1) {
      const type = random.pick(['weight', 'sleep'] as const);
      let month: MeasurementMonth | undefined;
      for (let request = 0; request < 4; request += 1) {
        const sent = buildValues(random, type);
        ({ month } = addValues(month, { source, sent }));
        const stored = Object.values(month.values);
        for (const { type: _, ...value } of sent)
          expect(stored.filter((each) => each.external_id === value.external_id)).toEqual(
            [value],
          );
        expect(addValues(month, { source, sent })).toMatchObject({
          month,
          outcomes: sent.map(() => 'unchanged'),
          isChanged: false,
        });
      }
    }
  },
);
