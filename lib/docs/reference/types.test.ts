import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { html } from '#shared/html/html.ts';
import { toRequestSchema } from './json-schema.ts';
import { describeType } from './types.ts';

it.each([
  [z.string(), 'string'],
  [z.nullable(z.string().check(z.maxLength(5))), 'string or null, at most 5 characters'],
  [z.string().check(z.minLength(1), z.maxLength(50)), 'string, 1 to 50 characters'],
  [z.int(), 'integer'],
  [z.number().check(z.minimum(0)), 'number, 0 or more'],
  [z.array(z.int()).check(z.maxLength(3)), 'list of integer, at most 3'],
  [z.array(z.object({ a: z.string() })), 'list of objects'],
  [
    z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])),
    'list of objects',
  ],
  [z.tuple([z.string()]), 'list of string, exactly 1'],
  [z.record(z.string(), z.number()), 'object, each member number'],
  [z.union([z.string(), z.int()]), 'string or integer'],
  [
    z.enum(['a', 'b', 'c']),
    '<code>&quot;a&quot;</code>, <code>&quot;b&quot;</code> or <code>&quot;c&quot;</code>',
  ],
  [z.iso.date(), 'string (date)'],
  [z.unknown(), 'anything'],
])('describes the values that a schema accepts: %# %s', (schema, words) => {
  expect(describeType(toRequestSchema(schema), (name) => html`${name}`).html).toBe(words);
});
