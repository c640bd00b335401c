import { beforeAll, describe, expect, inject, it } from 'vitest';
import { issueCode } from '#kit/authorization-codes.ts';
import { call } from '#kit/call.ts';
import { newClient, newUser, type TestClient, type TestUser } from '#kit/fixtures.ts';
import { newPkce } from '#kit/oauth-parties.ts';
import type { TestResponse } from '#kit/send.ts';
import {
  doubled,
  invalidUtf8,
  unsent,
  type Variation,
  variationNames,
  vary,
} from '#kit/variations.ts';

const { urls } = inject('service');
const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };

let user: TestUser;
/** An application a parameter: what one of them does wrong slows no other down. */
const applications = new Map<string, TestClient>();
const cases = <Name extends string>(names: readonly Name[]) =>
  names.flatMap((name) => variationNames.map((variation) => [name, variation] as const));

async function applicationFor(name: string): Promise<TestClient> {
  const known = applications.get(name) ?? (await newClient());
  applications.set(name, known);
  return known;
}

beforeAll(async () => {
  user = await newUser();
});

interface OAuthError {
  error: string;
  error_description: string;
}

/** What every refusal has: no more than the two members, in the characters that RFC 6749 section 5.2 allows. */
function expectRefusal(
  { status, body, headers, text }: TestResponse<OAuthError>,
  expected: Refused,
): void {
  expect([status, body.error], text).toEqual(expected);
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description']);
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json');
  expect(text).not.toMatch(/alert|passwd|\$ne|Injected/);
}

/** Which value is meant, or what it is, cannot be told. */
const isUnclear = (variation: Variation) =>
  doubled.includes(variation) || variation === invalidUtf8;

/** The status and error of a rejected variation; undefined if it is accepted. */
type Refused = [number, string] | undefined;
const unclear: Refused = [400, 'invalid_request'];
const refused = (
  variation: Variation,
  { sent, not }: { sent: Refused; not: Refused },
): Refused => {
  if (isUnclear(variation)) return unclear;
  return unsent.includes(variation) ? not : sent;
};
const unknownClient: Refused = [401, 'invalid_client'];
const noGrant: Refused = [400, 'invalid_grant'];

const { code_verifier, announced } = newPkce();
const rules = {
  grant_type: { sent: [400, 'unsupported_grant_type'], not: unclear },
  client_id: { sent: unknownClient, not: unknownClient },
  client_secret: { sent: unknownClient, not: unknownClient },
  code: { sent: noGrant, not: unclear },
  redirect_uri: { sent: noGrant, not: undefined },
  code_verifier: { sent: noGrant, not: noGrant },
  scope: { sent: undefined, not: undefined },
} satisfies Record<string, { sent: Refused; not: Refused }>;

describe('the token endpoint, for a code (RFC 6749 sections 3.2, 4.1.3 and 5.2, RFC 7636 section 4.6)', () => {
  it.each(cases(Object.keys(rules) as (keyof typeof rules)[]))(
    'with %s %s answers as the RFC says, and repeats nothing (A10)',
    async (name, variation) => {
      const client = await applicationFor(name);
      const { client_id, client_secret, redirect_uri } = client;
      const code = await issueCode(user, client, {
        code_challenge: announced.code_challenge,
      });
      const form = {
        ...{ grant_type: 'authorization_code', client_id, client_secret, code },
        ...{ redirect_uri, code_verifier, scope: 'read' },
      };
      const body = vary(form, name, variation);
      const answer = await call<OAuthError>('POST', '/v7.0/oauth2/access_token/', {
        headers,
        body,
      });
      // In another case it is another verifier; in any other way it is none.
      const malformed = name === 'code_verifier' && variation !== 'in another case';
      const rule = malformed ? { ...rules[name], sent: unclear } : rules[name];
      const expected = refused(variation, rule);
      if (expected) expectRefusal(answer, expected);
      else expect([answer.status, answer.body]).toMatchObject([200, { scope: 'read' }]);
    },
  );
});

describe('the token endpoint, for a refresh token (RFC 6749 sections 5.2 and 6)', () => {
  it.each(cases(['refresh_token']))(
    'with %s %s answers as the RFC says, and the token stays good (A10)',
    async (name, variation) => {
      const { client_id, client_secret } = await applicationFor('refresh_token');
      const own = { client_id, client_secret };
      const issued = await call<{ refresh_token: string }>(
        'POST',
        '/v7.0/oauth2/access_token/',
        {
          form: { grant_type: 'client_credentials', ...own },
        },
      );
      const form = {
        grant_type: 'refresh_token',
        ...own,
        refresh_token: issued.body.refresh_token,
      };
      const body = vary(form, name, variation);
      const answer = await call<OAuthError>('POST', '/v7.0/oauth2/access_token/', {
        headers,
        body,
      });
      expectRefusal(answer, refused(variation, { sent: noGrant, not: unclear }));
      expect((await call('POST', '/v7.0/oauth2/access_token/', { form })).status).toBe(
        200,
      );
    },
  );
});

describe.each(['revoke', 'introspect'])(
  '%s (RFC 7009 section 2.1, RFC 7662 section 2.1)',
  (endpoint) => {
    it.each(cases(['token', 'token_type_hint', 'client_id', 'client_secret']))(
      'with %s %s answers as the RFC says (A10)',
      async (name, variation) => {
        const { client_id, client_secret } = await applicationFor(`${endpoint} ${name}`);
        const parameters = {
          client_id,
          client_secret,
          token: 'fit_at_x_y_z',
          token_type_hint: 'access_token',
        };
        const body = vary(parameters, name, variation);
        const answer = await call<OAuthError>('POST', `/v7.0/oauth2/${endpoint}/`, {
          headers,
          body,
        });
        const wrong = name.startsWith('client') ? unknownClient : undefined;
        const expected = refused(variation, {
          sent: wrong,
          not: name === 'token' ? unclear : wrong,
        });
        if (expected) expectRefusal(answer, expected);
        else
          expect([answer.status, answer.body]).toEqual([
            200,
            endpoint === 'revoke' ? {} : { active: false },
          ]);
      },
    );
  },
);

/** What becomes of an authorization request: a page, an error that goes back, or the way on to the user. */
type Fate = 'page' | 'on' | (string & {});
const fates: Record<string, (variation: Variation) => Fate> = {
  client_id: () => 'page',
  redirect_uri: () => 'page',
  response_type: (variation) =>
    isUnclear(variation) || unsent.includes(variation)
      ? 'invalid_request'
      : 'unsupported_response_type',
  response_mode: (variation) => (unsent.includes(variation) ? 'on' : 'invalid_request'),
  state: (variation) => (isUnclear(variation) ? 'invalid_request' : 'on'),
  scope: (variation) => {
    if (isUnclear(variation)) return 'invalid_request';
    return unsent.includes(variation) || variation === 'with a space behind'
      ? 'on'
      : 'invalid_scope';
  },
  // In another case it is another challenge.
  code_challenge: (variation) =>
    variation === 'in another case' ? 'on' : 'invalid_request',
  code_challenge_method: () => 'invalid_request',
};
describe('the authorization endpoint (RFC 6749 sections 3.1 and 4.1.2.1, RFC 7636 section 4.4.1)', () => {
  it.each(cases(Object.keys(fates)))(
    'with %s %s goes where the RFC says, and reflects nothing (A5, A6)',
    async (name, variation) => {
      const { client_id, redirect_uri } = await applicationFor('authorize');
      const parameters = {
        client_id,
        redirect_uri,
        response_type: 'code',
        response_mode: 'query',
        state: 'Xy',
        scope: 'read',
        ...announced,
      };
      const path = `/v7.0/oauth2/authorize/?${vary(parameters, name, variation)}`;
      const { status, headers, text } = await call('GET', path, { host: 'auth' });
      const location = headers.get('location');
      const fate = fates[name]?.(variation);
      expect(text).not.toMatch(/alert|passwd|\$ne|Injected/);
      expect(headers.get('x-injected')).toBeNull();
      if (fate === 'page') {
        expect([status, location]).toEqual([400, null]);
        return;
      }
      const at = new URL(location ?? '');
      expect(status).toBe(303);
      if (fate === 'on') {
        expect(location).toMatch(`${urls.auth}/v7.0/oauth2/consent/?request=`);
        return;
      }
      expect(location?.startsWith(`${redirect_uri}?`)).toBe(true);
      expect(Object.fromEntries(at.searchParams)).toMatchObject({
        error: fate,
        iss: urls.main,
      });
    },
  );
});
