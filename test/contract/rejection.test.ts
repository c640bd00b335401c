import { expect, it } from 'vitest';
import { endpoints } from './endpoint-requests.ts';
import { asRequired, describeOrigin } from './valid-requests.ts';

const response = { status: 400, headers: new Headers(), text: '{"errors":[]}' };

it('a failed creation names the request, the response and the code to change', async () => {
  const send = asRequired(
    'itemCreators in test/contract/valid-bodies.ts',
    async <Body>() => ({
      ...response,
      body: undefined as Body,
    }),
  );
  const json = { name: 'Run' };
  await expect(send('POST', '/v7.1/goal/', { json })).rejects.toThrow(
    [
      'The contract tests need this request to be accepted:',
      '  request   POST /v7.1/goal/ {"name":"Run"}',
      '  response  400 {"errors":[]}',
      '  made by   itemCreators in test/contract/valid-bodies.ts',
    ].join('\n'),
  );
});

it.each([
  ['auth/token', 'requestBuilders in test/contract/valid-requests.ts'],
  ['main/image/create', 'bodyBuilders in test/contract/valid-bodies.ts'],
  [
    'main/data-source/create',
    'the first example in functions/main/data-source/create/endpoint.ts; if each request ' +
      'needs another value, add it to bodyBuilders in test/contract/valid-bodies.ts',
  ],
])('the request to %s is made by %s', (id, origin) => {
  const entry = endpoints.find((candidate) => candidate.id === id);
  expect(entry && describeOrigin(entry)).toBe(origin);
});
