import { describe, expect, it } from 'vitest';
import { setOptedInTypes } from '#functions/auth/grant/opted-in-types.store.ts';
import {
  issueUserToken,
  newClient,
  newPerson,
  type TestClient,
  type TestPerson,
  table,
} from '#kit/fixtures.ts';
import { recordOutput } from '#kit/record-output.ts';
import { addRemoteConnection } from '#kit/remote-connections.ts';
import { parsePrincipal } from '#shared/auth/principal.ts';
import { policyTypes } from '#shared/reference-data/provider-policies.ts';
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
