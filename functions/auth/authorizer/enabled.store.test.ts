import { expect, it } from 'vitest';
import { clientKeys } from '#functions/auth/client/client.keys.ts';
import { referenceClientId } from '#functions/auth/client/client.ts';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { table } from '#kit/fixtures.ts';
import { putItems } from '#kit/put-items.ts';
import { newId } from '#shared/runtime/ids.ts';
import { hasEnabledParties } from './enabled.store.ts';

const now = new Date();
const disabled_datetime = now.toISOString();

it('a grant is valid only while its client and its user exist and are not disabled', async () => {
  const [client_id, disabledClient] = [newId(now), newId(now)];
  const [user_id, disabledUser] = [newId(now), newId(now)];
  await putItems([
    clientKeys.client(client_id),
    { ...clientKeys.client(disabledClient), disabled_datetime },
    identityKeys.user(user_id),
    { ...identityKeys.user(disabledUser), disabled_datetime },
  ]);
  const isValid = (client: string, user: string) =>
    hasEnabledParties(table(), { client_id: client, user_id: user }, now);

  expect(await isValid(client_id, user_id)).toBe(true);
  expect(await isValid(referenceClientId, user_id)).toBe(true);
  expect(await isValid(disabledClient, user_id)).toBe(false);
  expect(await isValid(newId(now), user_id)).toBe(false);
  expect(await isValid(client_id, disabledUser)).toBe(false);
  expect(await isValid(client_id, newId(now))).toBe(false);
});
