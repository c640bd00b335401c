import { describe, expect, it } from 'vitest';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { PersonalTokenMail } from '#functions/auth/personal-token/personal-token.mail.ts';
import * as personalTokens from '#functions/auth/personal-token/personal-token.store.ts';
import {
  issueUserToken,
  newClient,
  newPerson,
  newUser,
  type TestClient,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { recordOutput } from '#kit/record-output.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { parsePrincipal } from '#shared/auth/principal.ts';
import { formatToken, parseToken, type TokenKind } from '#shared/auth/tokens.ts';
import { createMailAttributes } from '#shared/mail/mail.ts';
import { policyTypes } from '#shared/reference-data/provider-policies.ts';
import { toEpochSeconds } from '#shared/runtime/time.ts';
import { handler } from './handler.ts';

const methodArn = 'arn:aws:execute-api:eu-central-1:1:api/stage/GET/x';

/** Authorizes a token. Returns what the functions then know about the caller. */
async function authorize(token: string) {
  const authorizationToken = `Bearer ${token}`;
  const event = { type: 'TOKEN', authorizationToken, methodArn } as const;
  const { result } = await recordOutput(() => handler(event));
  return parsePrincipal(result.context);
}

/** Lists the types of the reference data that are hidden. Other tests override other types. */
async function listHidden(token: string): Promise<string[] | undefined> {
  const caller = await authorize(token);
  return caller?.hidden_types.filter((type) => policyTypes.includes(type));
}

async function createPersonalToken({ user_id }: TestPerson): Promise<string> {
  const identity = await identities.findByUser(table(), user_id);
  if (!identity) throw new Error('The user was not stored.');
  const now = new Date();
  const expires_at = toEpochSeconds(now) + 60;
  const newToken = { name: 'A script', scope: 'diary.read', expires_at };
  const mail = createMailAttributes<PersonalTokenMail>({
    template: 'personal_token_created',
    to: identity.email,
    language: 'en',
  });
  const created = await personalTokens.create(table(), identity, newToken, mail, now);
  return created.ok ? created.value.text : '';
}

/** Ticks providers for all grants of a client. */
function tick({ user_id }: TestPerson, { client_id }: TestClient, types: string[]) {
  return setOptedInTypes(table(), { user_id, client_id }, types, new Date());
}

describe('the data of providers', () => {
  it('is hidden from an application of others, unless it is allowed or the person ticks it', async () => {
    const [user, client] = await Promise.all([newPerson(), newClient()]);
    const token = await issueUserToken(user, client);
    const shown = ['intervals_icu'];
    const hidden = () => policyTypes.filter((type) => !shown.includes(type)).sort();
    expect(await listHidden(token)).toEqual(hidden());

    // The grant is read at each call, so a choice counts as soon as the gateway asks again.
    shown.push('polar');
    await tick(user, client, ['polar', 'strava']);
    expect(await listHidden(token)).toEqual(hidden());
    shown.pop();
    await tick(user, client, []);
    expect(await listHidden(token)).toEqual(hidden());
  });

  it('is not hidden from an own application', async () => {
    const user = await newPerson();
    await addRemoteConnection(user.user_id, { type: 'strava' });
    const token = await issueUserToken(user, await newClient({ own: true }));
    const nothing = { hidden_types: [], incomplete_types: [] };
    expect(await authorize(token)).toMatchObject(nothing);
  });

  it('makes days incomplete if the person has connected a hidden type', async () => {
    const [user, client] = await Promise.all([newPerson(), newClient()]);
    for (const type of ['strava', 'polar', 'intervals_icu'])
      await addRemoteConnection(user.user_id, { type });
    const token = await issueUserToken(user, client);
    expect((await authorize(token))?.incomplete_types).toEqual(['polar', 'strava']);
    await tick(user, client, ['polar']);
    expect((await authorize(token))?.incomplete_types).toEqual(['strava']);
  });
});

it('a token is no token of another kind, not even with the prefix and checksum of that kind', async () => {
  const [user, client] = await Promise.all([newUser(), newClient()]);
  const personal = await createPersonalToken(user);
  const access = await issueUserToken(user, client);
  for (const token of [personal, access])
    expect(await authorize(token)).toMatchObject({ user_id: user.user_id });
  const disguise = (from: TokenKind, to: TokenKind, text: string) => {
    const token = parseToken(from, text);
    if (!token) throw new Error('The token has another format.');
    return formatToken(to, token);
  };
  expect(await authorize(disguise('personal', 'access', personal))).toBeUndefined();
  expect(await authorize(disguise('access', 'personal', access))).toBeUndefined();
});
