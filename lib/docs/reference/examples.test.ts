import { describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../../endpoints.ts';
import { buildExamples } from './examples.ts';
import { buildReference } from './reference.ts';

const endpoints = await discoverEndpoints();
const reference = buildReference(endpoints);

const shown = endpoints.flatMap((entry) =>
  buildExamples(entry, reference, 'v7.1').map(
    (example) => [`${entry.id}: ${example.summary}`, entry, example] as const,
  ),
);

describe('an example', () => {
  it('has the links of the examples of a schema, and derives other links from their names', () => {
    const [, , example] =
      shown.find(([title]) => title.startsWith('main/activity-type/read')) ?? [];
    expect(example?.responseBody).toMatchObject({
      _links: {
        self: [{ href: '/v7.1/activity_type/52/', id: '52' }],
        parent: [{ href: '/v7.1/activity_type/51/', id: '51' }],
        icon_url: [{ href: 'https://cdn.example/icons/ride.svg' }],
      },
    });
  });
});

const successful = shown.filter(([, , { status }]) => status < 300);

it.each(successful)(
  'the example of %s has a request that is accepted',
  (_, { endpoint }, example) => {
    const schema = endpoint.request?.json ?? endpoint.request?.form;
    const problems = schema?.safeParse(example.body).error?.issues ?? [];
    expect(problems).toEqual([]);
  },
);

describe.each(shown)('the example of %s', (_, { endpoint }, example) => {
  it('has a response that the endpoint declares', () => {
    const schema = endpoint.responses[example.status]?.body;
    const problems =
      typeof schema === 'object'
        ? schema.safeParse(example.responseBody).error?.issues
        : undefined;
    expect(problems).toBeUndefined();
  });
});
