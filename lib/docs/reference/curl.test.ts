import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/contract/endpoint.ts';
import { renderCurl } from './curl.ts';

const common = { host: 'main', versions: ['v7.1'], summary: '', responses: {} } as const;
const example = { summary: '', params: {}, status: 200 };

it('escapes what a shell or curl would interpret', () => {
  const value = defineEndpoint({
    ...common,
    method: 'POST',
    path: '/note/',
    auth: 'public',
    request: { json: z.any() },
  });
  const shown = { ...example, query: { 'fields[]': 'a&b' }, body: { text: "It's mine" } };
  expect(renderCurl(value, shown, 'v7.1')).toBe(
    String.raw`curl -X POST '{{main}}/v7.1/note/?fields%5B%5D=a%26b' \
  -H 'Content-Type: application/json' \
  -d '{"text": "It'\''s mine"}'`,
  );
});

it('sends each field of a form', () => {
  const value = defineEndpoint({
    ...common,
    method: 'POST',
    path: '/token/',
    auth: 'public',
    request: { form: z.any() },
  });
  expect(
    renderCurl(value, { ...example, body: { grant_type: 'refresh_token' } }, 'v7.1'),
  ).toContain("--data-urlencode 'grant_type=refresh_token'");
});

it('sends the identity headers to the diary', () => {
  const value = defineEndpoint({
    ...common,
    host: 'diary',
    method: 'GET',
    path: '/diary/{id}',
    auth: 'user',
  });
  expect(renderCurl(value, { ...example, params: { id: 'x' } }, 'v2')).toBe(
    String.raw`curl '{{diary}}/v2/diary/x' \
  -H "Authorization: Bearer $ACCESS_TOKEN" \
  -H "svc-client-id: $CLIENT_ID" \
  -H "svc-user-id: $USER_ID"`,
  );
});
