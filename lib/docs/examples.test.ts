import { describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../catalogue.ts';
import { examplesOf } from './examples.ts';
import { makeReference } from './reference.ts';

const catalogue = await discoverEndpoints();
const reference = makeReference(catalogue);

const shown = catalogue.flatMap((entry) =>
  examplesOf(entry, reference, 'v7.1').map(
    (example) => [`${entry.id}: ${example.summary}`, entry, example] as const,
  ),
);

describe.each(shown)('the example of %s', (_, { endpoint }, example) => {
  it('sends what the endpoint accepts', () => {
    const schema = endpoint.request?.json ?? endpoint.request?.form;
    const problems = schema?.safeParse(example.body).error?.issues ?? [];
    expect(example.status < 300 ? problems : []).toEqual([]);
  });

  it('is answered with what the endpoint declares', () => {
    const schema = endpoint.responses[example.status]?.body;
    const problems = typeof schema === 'object' ? schema.safeParse(example.answer).error?.issues : undefined;
    expect(problems).toBeUndefined();
  });
});
