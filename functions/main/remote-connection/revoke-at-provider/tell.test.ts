import { describe, expect, it } from 'vitest';
import {
  findProviderRevocation,
  type ProviderRevocation,
} from '#shared/reference-data/provider-revocations.ts';
import type { ProviderAnswer } from './answer.ts';
import type { ProviderRequest } from './request.ts';
import { type Outcome, tell } from './revoke.ts';

const client = { client_id: 'cl&1', client_secret: 's=1' };
const all = { access_token: 'a/1', refresh_token: 'r+1', ...client };
const basic = `Basic ${Buffer.from('cl&1:s=1').toString('base64')}`;

function revocationOf(type: string): ProviderRevocation {
  const revocation = findProviderRevocation(type);
  if (!revocation) throw new Error(`No call of ${type} is known.`);
  return revocation;
}

const answer = (status: number, body: object = {}): ProviderAnswer => ({
  status,
  text: JSON.stringify(body),
});

/** Tells a provider that answers so, one answer a call; and what it was sent. */
async function told(
  type: string,
  answers: readonly ProviderAnswer[],
  credentials: Parameters<typeof tell>[1]['credentials'] = all,
): Promise<{ outcome: Outcome; sent: ProviderRequest[] }> {
  const sent: ProviderRequest[] = [];
  const send = async (request: ProviderRequest) => {
    const next = answers[sent.push(request) - 1];
    if (!next) throw new Error('A call too many.');
    return next;
  };
  const outcome = await tell(revocationOf(type), { credentials, remote_id: 'u/7' }, send);
  expect(sent).toHaveLength(answers.length);
  return { outcome, sent };
}

const outcomeOf = async (...given: Parameters<typeof told>) => (await told(...given)).outcome;

const expired = answer(401, { error: 'invalid_token' });

describe('the call to a provider (R5)', () => {
  it.each<[string, string, ProviderRequest]>([
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
      'the account in the address',
      'polar',
      {
        method: 'DELETE',
        url: 'https://www.polaraccesslink.com/v3/users/u%2F7',
        authorization: 'Bearer a/1',
      },
    ],
    [
      'the client in the address',
      'suunto',
      {
        method: 'GET',
        url: 'https://cloudapi-oauth.suunto.com/oauth/deauthorize?client_id=cl%261',
        authorization: 'Bearer a/1',
      },
    ],
    [
      'the access token in the address',
      'oura',
      { method: 'POST', url: 'https://api.ouraring.com/oauth/revoke?access_token=a%2F1' },
    ],
    [
      'the token in the form',
      'google_health',
      { method: 'POST', url: 'https://oauth2.googleapis.com/revoke', form: 'token=r%2B1' },
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
  ])('has %s, escaped where that is needed: %s', async (_, type, request) => {
    const { outcome, sent } = await told(type, [answer(200)]);
    expect(sent).toEqual([request]);
    expect(outcome).toEqual({ event: 'provider_told', status: 200 });
  });

  it('has the access token where there is no other', async () => {
    const { sent } = await told('google_fit', [answer(200)], { access_token: 'only' });
    expect(sent[0]?.form).toBe('token=only');
  });

  it.each(['fitbit', 'withings', 'suunto', 'ridewithgps'])(
    'is not made without the client where the provider asks for it: %s',
    async (type) => {
      const { client_id, client_secret, ...tokens } = all;
      for (const credentials of [tokens, type === 'suunto' ? tokens : { ...tokens, client_id }])
        expect(await outcomeOf(type, [], credentials)).toEqual({
          event: 'provider_not_told',
          code: 'client_credentials_missing',
        });
    },
  );
});

describe('the answer of a provider', () => {
  it.each<[number, string, Outcome]>([
    [204, 'whoop', { event: 'provider_told', status: 204 }],
    [404, 'whoop', { event: 'provider_told', code: 'already_ended', status: 404 }],
    [410, 'wahoo', { event: 'provider_told', code: 'already_ended', status: 410 }],
    [404, 'trainingpeaks', { event: 'provider_not_told', code: 'refused', status: 404 }],
    [401, 'strava', { event: 'provider_not_told', code: 'refused', status: 401 }],
    [401, 'ridewithgps', { event: 'provider_not_told', code: 'refused', status: 401 }],
    [401, 'google_fit', { event: 'provider_told', code: 'already_ended', status: 401 }],
    [302, 'garmin', { event: 'provider_not_told', code: 'refused', status: 302 }],
    [0, 'garmin', { event: 'provider_call_failed', code: 'busy' }],
    [408, 'garmin', { event: 'provider_call_failed', code: 'busy', status: 408 }],
    [429, 'garmin', { event: 'provider_call_failed', code: 'busy', status: 429 }],
    [503, 'garmin', { event: 'provider_call_failed', code: 'busy', status: 503 }],
  ])('%i of %s', async (status, type, outcome) => {
    expect(await outcomeOf(type, [{ status, text: '<p>No JSON</p>' }])).toEqual(outcome);
  });

  it('that the token is unknown means that nothing is left to end, even with the client named', async () => {
    const outcome = await outcomeOf('strava', [answer(400, { error: 'invalid_token' })]);
    expect(outcome).toEqual({ event: 'provider_told', code: 'already_ended', status: 400 });
  });

  it('whose status says nothing is read, and its own codes for a failure are tried again', async () => {
    expect(await outcomeOf('withings', [answer(200, { status: 0 })])).toEqual({
      event: 'provider_told',
      status: 200,
    });
    for (const { text } of [answer(200, { status: 601 }), { text: 'null' }, { text: '' }])
      expect(await outcomeOf('withings', [{ status: 200, text }])).toEqual({
        event: 'provider_call_failed',
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
    'is renewed first, with the client where the provider wants it: %s',
    async (type, url, authorization) => {
      const { outcome, sent } = await told(type, [
        expired,
        answer(200, { access_token: 'new' }),
        answer(204),
      ]);
      const form = 'grant_type=refresh_token&refresh_token=r%2B1';
      expect(sent[1]).toEqual(
        authorization
          ? { method: 'POST', url, form, authorization }
          : { method: 'POST', url, form: `${form}&client_id=cl%261&client_secret=s%3D1` },
      );
      expect(sent[2]?.authorization).toBe('Bearer new');
      expect(outcome).toEqual({ event: 'provider_told', status: 204 });
    },
  );

  it('may only be prolonged, and may be told by a code of the provider', async () => {
    const { outcome, sent } = await told('coros', [
      answer(200, { result: '5005' }),
      answer(200, { result: '0000' }),
      answer(200, { result: '0000' }),
    ]);
    expect(sent[2]?.url).toBe('https://open.coros.com/oauth2/deauthorize?token=a%2F1');
    expect(outcome).toEqual({ event: 'provider_told', status: 200 });
  });

  it('is good for nothing without a refresh token', async () => {
    const outcome = await outcomeOf('garmin', [expired], { access_token: 'a', ...client });
    expect(outcome).toEqual({ event: 'provider_told', code: 'already_ended', status: 401 });
  });

  it('cannot be renewed without the client', async () => {
    const outcome = await outcomeOf('garmin', [expired], { access_token: 'a', refresh_token: 'r' });
    expect(outcome).toEqual({ event: 'provider_not_told', code: 'client_credentials_missing' });
  });

  it.each<[string, ProviderAnswer, Outcome]>([
    [
      'is dead',
      answer(400, { error: 'invalid_grant' }),
      { event: 'provider_told', code: 'already_ended', status: 400 },
    ],
    ['cannot be tried', answer(429), { event: 'provider_call_failed', code: 'busy', status: 429 }],
    [
      'is refused',
      answer(401, { error: 'invalid_client' }),
      { event: 'provider_not_told', code: 'refresh_refused', status: 401 },
    ],
  ])('stays so where the refresh token %s', async (_, refreshed, outcome) => {
    expect(await outcomeOf('oura', [expired, refreshed])).toEqual(outcome);
  });

  it('is not renewed twice in one try', async () => {
    const renewed = answer(200, { access_token: 'new' });
    expect(await outcomeOf('wahoo', [expired, renewed, expired])).toEqual({
      event: 'provider_not_told',
      code: 'refused',
      status: 401,
    });
    expect(await outcomeOf('wahoo', [expired, renewed, answer(500)])).toEqual({
      event: 'provider_call_failed',
      code: 'busy',
      status: 500,
    });
  });
});
