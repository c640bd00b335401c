import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import { newSecret, toDigest } from '#shared/auth/secrets.ts';
import { newId } from '#shared/runtime/ids.ts';
import { isNew } from '#shared/table/condition.ts';
import { pendingSignInKeys } from './pending-sign-in.keys.ts';
import * as pendingSignIns from './pending-sign-in.store.ts';

/** Stores a pending sign-in of the browser with this secret. Returns its id. */
async function addPending(secret: string): Promise<string> {
  const id = newId(new Date());
  const browser_digest = toDigest(secret);
  await table().put(
    { ...pendingSignInKeys.connectRequest(id), id, browser_digest },
    isNew,
  );
  return id;
}

it('a pending sign-in belongs to one browser, and to none without a secret', async () => {
  const secret = newSecret();
  const id = await addPending(secret);
  expect(await pendingSignIns.find(table(), id, secret)).toMatchObject({ id });
  expect(await pendingSignIns.find(table(), id, newSecret())).toBeUndefined();
  expect(await pendingSignIns.find(table(), await addPending(''), '')).toBeUndefined();
});
