import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  ProviderRevocation,
  RevocationResponse,
  RevokedAccount,
} from '#functions/connections/provider-definition/revocation.ts';
import { findRevocation } from '#functions/connections/providers/find-access.ts';
import { scriptCalls } from '#kit/outgoing.ts';
import type { CallRequest, OutgoingCall } from '#shared/outgoing/outgoing.ts';
import { failure } from '#shared/runtime/result.ts';
import { type RevocationOutcome, revokeAtProvider } from './revoke.ts';

const client = { client_id: 'cl&1', client_secret: 's=1' };
const allCredentials = { access_token: 'a/1', refresh_token: 'r+1', ...client };
const now = new Date('2026-11-22T12:00:00Z');
const basic = `Basic ${Buffer.from('cl&1:s=1').toString('base64')}`;

const revoked = { event: 'provider_access_revoked' } as const;
const notRevoked = { event: 'provider_access_not_revoked' } as const;
const failed = { event: 'provider_call_failed' } as const;

function getRevocation(type: string): ProviderRevocation {
  const revocation = findRevocation(type);
  if (!revocation) throw new Error(`${type} has no revocation request.`);
  return revocation;
}

/** A request whose form is URL-encoded. */
interface EncodedRequest {
  method: string;
  url: string;
  authorization?: string;
  form?: string;
}

const response = (status: number, body: object = {}): RevocationResponse => ({
  status,
  text: JSON.stringify(body),
});

/**
 * Revokes the access at a provider that sends the given responses, one a request; it does not
 * respond at all for the status 0. Returns its requests too.
 */
async function revoke(
  type: string,
  responses: readonly RevocationResponse[],
  credentials: Omit<RevokedAccount, 'remote_id'> = allCredentials,
): Promise<{ outcome: RevocationOutcome; requests: EncodedRequest[] }> {
  const prepared = responses.map(({ status, text: body }) => ({ status, body }));
  const { send: sendScripted, requests } = scriptCalls(...prepared);
  const send: OutgoingCall = async (request) => {
    const sent = await sendScripted(request);
    const isSilent =
      !sent.ok && sent.error.kind === 'status' && sent.error.response.status === 0;
    return isSilent ? failure({ kind: 'timeout' }) : sent;
  };
  const account = { ...credentials, remote_id: 'u/7' };
  const outcome = await revokeAtProvider(getRevocation(type), account, { send, now });
  expect(requests).toHaveLength(responses.length);
  return { outcome, requests: requests.map(encodeForm) };
}

function encodeForm({ form, ...request }: CallRequest): EncodedRequest {
  return form ? { ...request, form: String(new URLSearchParams(form)) } : request;
}

async function getOutcome(
  ...parameters: Parameters<typeof revoke>
): Promise<RevocationOutcome> {
  const { outcome } = await revoke(...parameters);
  return outcome;
}

const nonce = response(200, { status: 0, body: { nonce: 'n1' } });
const expired = response(401, { error: 'invalid_token' });

describe('the revocation request', () => {
  it.each<[string, string, EncodedRequest]>([
    [
      'the access token in the header',
      'garmin',
      {
        method: 'DELETE',
        url: 'https://apis.garmin.com/partner-gateway/rest/user/registration',
        authorization: 'Bearer a/1',
      },
    ],
    [
      'the account in the URL',
      'polar',
      {
        method: 'DELETE',
        url: 'https://www.polaraccesslink.com/v3/users/u%2F7',
        authorization: 'Bearer a/1',
      },
    ],
    [
      'the client in the URL',
      'suunto',
      {
        method: 'GET',
        url: 'https://cloudapi-oauth.suunto.com/oauth/deauthorize?client_id=cl%261',
        authorization: 'Bearer a/1',
      },
    ],
    [
      'the access token in the URL',
      'oura',
      { method: 'POST', url: 'https://api.ouraring.com/oauth/revoke?access_token=a%2F1' },
    ],
    [
      'the token in the form',
      'google_health',
      {
        method: 'POST',
        url: 'https://oauth2.googleapis.com/revoke',
        form: 'token=r%2B1',
      },
    ],
    [
      'the client in the header',
      'strava',
      {
        method: 'POST',
        url: 'https://www.strava.com/oauth/revoke',
        authorization: basic,
        form: 'token=r%2B1',
      },
    ],
    [
      'the client in the form',
      'ultrahuman',
      {
        method: 'POST',
        url: 'https://partner.ultrahuman.com/api/partners/oauth/revoke',
        form: 'token=r%2B1&client_id=cl%261&client_secret=s%3D1',
      },
    ],
  ])('has %s, URL-encoded: %s', async (_, type, request) => {
    const { outcome, requests } = await revoke(type, [response(200)]);
    expect(requests).toEqual([request]);
    expect(outcome).toEqual({ ...revoked, status: 200 });
  });

  it('is signed with a nonce if the provider requires it', async () => {
    const { requests } = await revoke('withings', [nonce, response(200, { status: 0 })]);
    const sign = (text: string) =>
      createHmac('sha256', client.client_secret).update(text).digest('hex');
    const forms = requests.map(({ form }) =>
      Object.fromEntries(new URLSearchParams(form)),
    );
    const timestamp = String(now.getTime() / 1000);
    expect(forms).toEqual([
      {
        action: 'getnonce',
        client_id: client.client_id,
        timestamp,
        signature: sign(`getnonce,${client.client_id},${timestamp}`),
      },
      {
        action: 'revoke',
        client_id: client.client_id,
        nonce: 'n1',
        signature: sign(`revoke,${client.client_id},n1`),
        userid: 'u/7',
      },
    ]);
  });

  it.each([
    [response(200, { status: 601 }), { ...failed, code: 'failed', status: 200 }],
    [response(200, { status: 0 }), { ...failed, code: 'failed', status: 200 }],
    [
      response(200, { status: 401, error: 'invalid_token' }),
      { ...failed, code: 'failed', status: 200 },
    ],
    [response(503), { ...failed, code: 'busy', status: 503 }],
  ])('is retried if the provider sends no nonce: %o', async (refusal, outcome) => {
    expect(await getOutcome('withings', [refusal])).toEqual(outcome);
  });

  it('has the access token if there is no refresh token', async () => {
    const { requests } = await revoke('google_fit', [response(200)], {
      access_token: 'only',
    });
    expect(requests[0]?.form).toBe('token=only');
  });

  it.each(['fitbit', 'withings', 'suunto', 'ridewithgps'])(
    'is not sent without client credentials if the provider requires them: %s',
    async (type) => {
      const { client_id, client_secret, ...tokens } = allCredentials;
      const missing = { ...notRevoked, code: 'client_credentials_missing' };
      expect(await getOutcome(type, [], tokens)).toEqual(missing);

      // The request of Suunto has the client id without the secret.
      if (type === 'suunto') return;
      expect(await getOutcome(type, [], { ...tokens, client_id })).toEqual(missing);
    },
  );
});

describe('the response of a provider', () => {
  // A 404 or 410 to a DELETE means that the access has ended. A 401 is about the token, unless the
  // request authenticates the client.
  it.each<[number, string, RevocationOutcome]>([
    [204, 'whoop', { ...revoked, status: 204 }],
    [404, 'whoop', { ...revoked, code: 'already_ended', status: 404 }],
    [410, 'wahoo', { ...revoked, code: 'already_ended', status: 410 }],
    [404, 'trainingpeaks', { ...notRevoked, code: 'refused', status: 404 }],
    [401, 'strava', { ...notRevoked, code: 'refused', status: 401 }],
    [401, 'ridewithgps', { ...notRevoked, code: 'refused', status: 401 }],
    [401, 'google_fit', { ...revoked, code: 'already_ended', status: 401 }],
    [302, 'garmin', { ...notRevoked, code: 'refused', status: 302 }],
    [0, 'garmin', { ...failed, code: 'busy' }],
    [408, 'garmin', { ...failed, code: 'busy', status: 408 }],
    [429, 'garmin', { ...failed, code: 'busy', status: 429 }],
    [503, 'garmin', { ...failed, code: 'busy', status: 503 }],
  ])('with the status %i decides the outcome: %s', async (status, type, outcome) => {
    expect(await getOutcome(type, [{ status, text: '<p>No JSON</p>' }])).toEqual(outcome);
  });

  it('counts as revoked if its error is `invalid_token`, whatever its status is', async () => {
    const outcome = await getOutcome('strava', [
      response(400, { error: 'invalid_token' }),
    ]);
    expect(outcome).toEqual({ ...revoked, code: 'already_ended', status: 400 });
  });

  it('with the status 200 and a failure code in the body is retried', async () => {
    const done = response(200, { status: 0 });
    expect(await getOutcome('withings', [nonce, done])).toEqual({
      ...revoked,
      status: 200,
    });
    for (const { text } of [
      response(200, { status: 601 }),
      { text: 'null' },
      { text: '' },
    ])
      expect(await getOutcome('withings', [nonce, { status: 200, text }])).toEqual({
        ...failed,
        code: 'failed',
        status: 200,
      });
  });
});

describe('an access token that has expired', () => {
  it.each([
    ['garmin', 'https://diauth.garmin.com/di-oauth2-service/oauth/token', undefined],
    ['polar', 'https://polarremote.com/v2/oauth2/token', basic],
  ])(
    'is refreshed first, with client authentication as the provider requires it: %s',
    async (type, url, authorization) => {
      const { outcome, requests } = await revoke(type, [
        expired,
        response(200, { access_token: 'new' }),
        response(204),
      ]);
      const form = 'grant_type=refresh_token&refresh_token=r%2B1';
      expect(requests[1]).toEqual(
        authorization
          ? { method: 'POST', url, form, authorization }
          : { method: 'POST', url, form: `${form}&client_id=cl%261&client_secret=s%3D1` },
      );
      expect(requests[2]?.authorization).toBe('Bearer new');
      expect(outcome).toEqual({ ...revoked, status: 204 });
    },
  );

  it('is extended at Coros, which keeps the token and reports its expiry by a code', async () => {
    const { outcome, requests } = await revoke('coros', [
      response(200, { result: '5005' }),
      response(200, { result: '0000' }),
      response(200, { result: '0000' }),
    ]);
    expect(requests[2]?.url).toBe(
      'https://open.coros.com/oauth2/deauthorize?token=a%2F1',
    );
    expect(outcome).toEqual({ ...revoked, status: 200 });
  });

  it('counts as revoked if there is no refresh token', async () => {
    const outcome = await getOutcome('garmin', [expired], {
      access_token: 'a',
      ...client,
    });
    expect(outcome).toEqual({ ...revoked, code: 'already_ended', status: 401 });
  });

  it('cannot be refreshed without client credentials', async () => {
    const outcome = await getOutcome('garmin', [expired], {
      access_token: 'a',
      refresh_token: 'r',
    });
    expect(outcome).toEqual({ ...notRevoked, code: 'client_credentials_missing' });
  });

  it.each<[string, RevocationResponse, RevocationOutcome]>([
    [
      'is invalid',
      response(400, { error: 'invalid_grant' }),
      { ...revoked, code: 'already_ended', status: 400 },
    ],
    ['is rate limited', response(429), { ...failed, code: 'busy', status: 429 }],
    [
      'cannot be used, because the provider rejects the client',
      response(401, { error: 'invalid_client' }),
      { ...notRevoked, code: 'refresh_refused', status: 401 },
    ],
  ])('is not refreshed if the refresh token %s', async (_, refreshed, outcome) => {
    expect(await getOutcome('oura', [expired, refreshed])).toEqual(outcome);
  });

  it('is refreshed only once in an attempt', async () => {
    const refreshed = response(200, { access_token: 'new' });
    expect(await getOutcome('wahoo', [expired, refreshed, expired])).toEqual({
      ...notRevoked,
      code: 'refused',
      status: 401,
    });
    expect(await getOutcome('wahoo', [expired, refreshed, response(500)])).toEqual({
      ...failed,
      code: 'busy',
      status: 500,
    });
  });
});
