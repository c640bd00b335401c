import { beforeAll, describe, expect, inject, it } from 'vitest';
import { issueCode } from '#kit/authorization-codes.ts';
import { call } from '#kit/call.ts';
import { newClient, newPerson, type TestClient, type TestPerson } from '#kit/fixtures.ts';
import { newPkce } from '#kit/oauth-parties.ts';
import type { TestResponse } from '#kit/send.ts';
import {
  invalidUtf8,
  omittingVariations,
  repeatingVariations,
  type Variation,
  variationNames,
  vary,
} from '#kit/variations.ts';

const { urls } = inject('service');
const tokenPath = '/v7.0/oauth2/access_token/';

let user: TestPerson;
beforeAll(async () => {
  user = await newPerson();
});

/** A client for each parameter, so that its errors do not throttle the others. */
const clients = new Map<string, TestClient>();

async function getClient(name: string): Promise<TestClient> {
  const client = clients.get(name) ?? (await newClient());
  clients.set(name, client);
  return client;
}

/** Variations whose outcome depends on the parameter. */
const distinguished: readonly Variation[] = [
  'missing',
  'empty',
  'repeated',
  invalidUtf8,
  'with its case swapped',
  'with a trailing space',
];

/**
 * Lists each parameter with the distinguished variations. The endpoints cannot tell the others from
 * these or from any wrong value, so each parameter has every eighth of them in turn, starting with
 * `start`: the parameters of a group of endpoints have all of them together.
 */
function listCases<Name extends string>(names: readonly Name[], start = 0) {
  const others = variationNames.filter((name) => !distinguished.includes(name));
  return names.flatMap((name, index) => {
    const inTurn = others.filter((_, position) => (position + start + index) % 8 === 0);
    return [...distinguished, ...inTurn].map((variation) => ({ name, variation }));
  });
}

interface OAuthError {
  error: string;
  error_description: string;
}

const postForm = (path: string, body: string) =>
  call<OAuthError>('POST', path, {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body,
  });

/** The status and error of a response, or undefined if it is no error. */
type ErrorOutcome = [status: number, error: string] | undefined;

/** Expects only the two members that RFC 6749 section 5.2 has, in the characters that it allows. */
function expectError(
  { status, body, headers, text }: TestResponse<OAuthError>,
  expected: ErrorOutcome,
): void {
  expect([status, body.error], text).toEqual(expected);
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description']);
  expect(body.error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-type')).toBe('application/json');
  expect(text).not.toMatch(/alert|passwd|\$ne|Injected/);
}

/** Whether the value of the parameter is ambiguous or cannot be decoded. */
const isAmbiguous = (variation: Variation) =>
  repeatingVariations.includes(variation) || variation === invalidUtf8;

const invalidRequest: ErrorOutcome = [400, 'invalid_request'];
const invalidClient: ErrorOutcome = [401, 'invalid_client'];
const invalidGrant: ErrorOutcome = [400, 'invalid_grant'];

/** The outcomes of a wrong value and of an absent value of a parameter. */
interface Rule {
  wrong: ErrorOutcome;
  absent: ErrorOutcome;
}

function getExpected(variation: Variation, { wrong, absent }: Rule): ErrorOutcome {
  if (isAmbiguous(variation)) return invalidRequest;
  return omittingVariations.includes(variation) ? absent : wrong;
}

const { code_verifier, announced } = newPkce();
const codeRules = {
  grant_type: { wrong: [400, 'unsupported_grant_type'], absent: invalidRequest },
  client_id: { wrong: invalidClient, absent: invalidClient },
  client_secret: { wrong: invalidClient, absent: invalidClient },
  code: { wrong: invalidGrant, absent: invalidRequest },
  redirect_uri: { wrong: invalidGrant, absent: undefined },
  code_verifier: { wrong: invalidGrant, absent: invalidGrant },
  scope: { wrong: undefined, absent: undefined },
} satisfies Record<string, Rule>;

/** A verifier with its case swapped is well-formed, and any other variation is malformed. */
function getCodeRule(name: keyof typeof codeRules, variation: Variation): Rule {
  const rule = codeRules[name];
  const isMalformed = name === 'code_verifier' && variation !== 'with its case swapped';
  return isMalformed ? { ...rule, wrong: invalidRequest } : rule;
}

// RFC 6749 sections 3.2, 4.1.3 and 5.2, RFC 7636 section 4.6.
describe('the token endpoint, for a code', () => {
  const names = Object.keys(codeRules) as (keyof typeof codeRules)[];

  it.each(listCases(names))(
    'responds to $name $variation as the RFC requires, and echoes nothing',
    async ({ name, variation }) => {
      const client = await getClient(name);
      const { client_id, client_secret, redirect_uri } = client;
      const { code_challenge } = announced;
      const form = {
        grant_type: 'authorization_code',
        client_id,
        client_secret,
        code: await issueCode(user, client, { code_challenge }),
        redirect_uri,
        code_verifier,
        scope: 'read',
      };
      const response = await postForm(tokenPath, vary(form, name, variation));
      const expected = getExpected(variation, getCodeRule(name, variation));
      if (expected) expectError(response, expected);
      else
        expect([response.status, response.body]).toMatchObject([200, { scope: 'read' }]);
    },
  );
});

// RFC 6749 sections 5.2 and 6.
describe('the token endpoint, for a refresh token', () => {
  let form: Record<string, string>;
  beforeAll(async () => {
    const { client_id, client_secret } = await getClient('refresh_token');
    const credentials = { client_id, client_secret };
    const { body } = await call<{ refresh_token: string }>('POST', tokenPath, {
      form: { grant_type: 'client_credentials', ...credentials },
    });
    const { refresh_token } = body;
    form = { grant_type: 'refresh_token', ...credentials, refresh_token };
  });

  // The tests of the parameters of a code have the other variations.
  it.each(listCases(['refresh_token'], 7))(
    'responds to $name $variation as the RFC requires',
    async ({ name, variation }) => {
      const response = await postForm(tokenPath, vary(form, name, variation));
      const rule = { wrong: invalidGrant, absent: invalidRequest };
      expectError(response, getExpected(variation, rule));
    },
  );

  it('accepts the token after all these errors', async () => {
    expect((await call('POST', tokenPath, { form })).status).toBe(200);
  });
});

const tokenRequests = [
  { endpoint: 'revoke', unknownToken: {}, start: 0 },
  { endpoint: 'introspect', unknownToken: { active: false }, start: 4 },
];

// RFC 7009 section 2.1, RFC 7662 section 2.1.
describe.each(tokenRequests)('$endpoint', ({ endpoint, unknownToken, start }) => {
  const names = ['token', 'token_type_hint', 'client_id', 'client_secret'];
  it.each(listCases(names, start))(
    'responds to $name $variation as the RFC requires',
    async ({ name, variation }) => {
      const { client_id, client_secret } = await getClient(`${endpoint} ${name}`);
      const form = {
        client_id,
        client_secret,
        token: 'fit_at_x_y_z',
        token_type_hint: 'access_token',
      };
      const response = await postForm(
        `/v7.0/oauth2/${endpoint}/`,
        vary(form, name, variation),
      );
      const wrong = name.startsWith('client') ? invalidClient : undefined;
      const absent = name === 'token' ? invalidRequest : wrong;
      const expected = getExpected(variation, { wrong, absent });
      if (expected) expectError(response, expected);
      else expect([response.status, response.body]).toEqual([200, unknownToken]);
    },
  );
});

/**
 * The outcome of an authorization request: an error page, the consent page, or an error code. The
 * intersection with `{}` keeps the two literals apart from other texts.
 */
type AuthorizationOutcome = 'page' | 'consent' | (string & {});

function getScopeOutcome(variation: Variation): AuthorizationOutcome {
  if (isAmbiguous(variation)) return 'invalid_request';
  const isIgnored =
    omittingVariations.includes(variation) || variation === 'with a trailing space';
  return isIgnored ? 'consent' : 'invalid_scope';
}

function getResponseTypeOutcome(variation: Variation): AuthorizationOutcome {
  const isUnsupported =
    !isAmbiguous(variation) && !omittingVariations.includes(variation);
  return isUnsupported ? 'unsupported_response_type' : 'invalid_request';
}

const outcomes: Record<string, (variation: Variation) => AuthorizationOutcome> = {
  client_id: () => 'page',
  redirect_uri: () => 'page',
  response_type: getResponseTypeOutcome,
  response_mode: (variation) =>
    omittingVariations.includes(variation) ? 'consent' : 'invalid_request',
  state: (variation) => (isAmbiguous(variation) ? 'invalid_request' : 'consent'),
  scope: getScopeOutcome,
  // A challenge with its case swapped is another challenge.
  code_challenge: (variation) =>
    variation === 'with its case swapped' ? 'consent' : 'invalid_request',
  code_challenge_method: () => 'invalid_request',
};

// RFC 6749 sections 3.1 and 4.1.2.1, RFC 7636 section 4.4.1.
describe('the authorization endpoint', () => {
  it.each(listCases(Object.keys(outcomes)))(
    'responds to $name $variation as the RFC requires, and echoes nothing',
    async ({ name, variation }) => {
      const { client_id, redirect_uri } = await getClient('authorize');
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
      expect(text).not.toMatch(/alert|passwd|\$ne|Injected/);
      expect(headers.get('x-injected')).toBeNull();

      const location = headers.get('location') ?? '';
      const outcome = outcomes[name]?.(variation);
      if (outcome === 'page') {
        expect([status, location]).toEqual([400, '']);
        return;
      }
      expect(status).toBe(303);
      if (outcome === 'consent') {
        expect(location).toMatch(`${urls.auth}/v7.0/oauth2/consent/?request=`);
        return;
      }
      expect(location.startsWith(`${redirect_uri}?`)).toBe(true);
      expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({
        error: outcome,
        iss: urls.main,
      });
    },
  );
});
