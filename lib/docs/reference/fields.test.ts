import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listFieldGroups } from './fields.ts';
import { toRequestSchema } from './json-schema.ts';

const listed = (schema: z.ZodMiniType) =>
  listFieldGroups(toRequestSchema(schema)).map(({ heading, fields }) => ({
    heading,
    fields: fields.map(({ path, required }) => (required ? path : `${path}?`)),
  }));

describe('the fields of a body', () => {
  it('are listed by their path, after the member that contains them', () => {
    const schema = z.object({
      name: z.optional(z.string()),
      _embedded: z.object({ device: z.array(z.object({ model: z.string() })) }),
      place: z.nullable(z.object({ town: z.string() })).check(z.describe('Where.')),
    });
    expect(listed(schema)).toEqual([
      {
        heading: undefined,
        fields: [
          'name?',
          '_embedded.device',
          '_embedded.device[].model',
          'place',
          'place.town',
        ],
      },
    ]);
  });

  it('are required only if everything around them is', () => {
    const schema = z.object({ place: z.optional(z.object({ town: z.string() })) });
    expect(listed(schema)).toEqual([{ heading: undefined, fields: ['place.town?'] }]);
  });

  it('are listed for each variant', () => {
    const walk = z.object({ type: z.literal('walk'), steps: z.int() });
    const swim = z.object({ type: z.literal('swim'), lanes: z.int() });
    const schema = z.object({
      items: z.array(z.discriminatedUnion('type', [walk, swim])),
    });
    expect(listed(schema)).toEqual([
      { heading: undefined, fields: ['items'] },
      { heading: 'With type "walk"', fields: ['items[].type', 'items[].steps'] },
      { heading: 'With type "swim"', fields: ['items[].type', 'items[].lanes'] },
    ]);
  });
});
