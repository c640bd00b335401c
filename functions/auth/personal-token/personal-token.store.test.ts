import { describe, expect, it } from 'vitest';
import { grantKeys } from '#functions/auth/grant/grant.keys.ts';
import * as grants from '#functions/auth/grant/grant.store.ts';
import { revokeAllOfUser } from '#functions/auth/grant/revocation.store.ts';
import * as identities from '#functions/auth/identity/identity.store.ts';
import type { Identity } from '#functions/auth/identity/identity.ts';
import { createPersonalToken, getIdentity, newUser, table } from '#kit/fixtures.ts';

const now = new Date();

const newIdentity = async () => getIdentity(await newUser());

const create = (identity: Identity) => createPersonalToken(identity, now);

describe('the creation of a personal access token', () => {
  it('fails if the password was changed since it was verified', async () => {
    const identity = await newIdentity();
    await identities.replacePasswordIfUnchanged(table(), identity, 'another horse');
    expect(await create(identity)).toEqual({ ok: false, error: 'changed' });
    expect(await grants.listByUser(table(), identity.user_id)).toEqual([]);
  });

  it('fails if another token was created since', async () => {
    const identity = await newIdentity();
    expect(await create(identity)).toMatchObject({ ok: true });
    expect(await create(identity)).toEqual({ ok: false, error: 'changed' });
    expect(await grants.listByUser(table(), identity.user_id)).toHaveLength(1);
  });

  it('gives access that ends with that of all applications', async () => {
    const identity = await newIdentity();
    const { user_id } = identity;
    const created = await create(identity);
    const id = created.ok ? created.value.grant.id : '';
    const later = new Date(now.getTime() + 1).toISOString();
    expect(await revokeAllOfUser(table(), user_id, now, later)).toEqual([]);
    const revoked = await revokeAllOfUser(table(), user_id, now, now.toISOString());
    expect(revoked).toEqual([expect.stringMatching(/^personal-[0-9a-z]{20}$/)]);
    expect(await table().get(grantKeys.grant(user_id, id))).toHaveProperty('revoked_at');
  });
});
