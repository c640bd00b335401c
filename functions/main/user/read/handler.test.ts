import { expect, it } from 'vitest';
import * as identities from '#functions/auth/identity/identity.store.ts';
import * as userSettings from '#functions/auth/identity/user-settings.store.ts';
import { callHandler } from '#kit/call-handler.ts';
import { issueUserToken, newPerson, table } from '#kit/fixtures.ts';

it('has the settings that the user has chosen, and no others', async () => {
  const person = await newPerson();
  const token = await issueUserToken(person);
  const chosen = {
    locale: 'de-CH',
    time_zone: 'Europe/Zurich',
    distance_unit: 'miles',
  } as const;
  const read = () => callHandler<{ id: string }>('GET', '/v7.1/user/self/', { token });
  const { body: before } = await read();
  expect(before).not.toHaveProperty('locale');

  const profile = await identities.findProfile(table(), person.user_id);
  if (!profile) throw new Error('The user has no profile.');
  const { display_name } = profile;
  await userSettings.update(table(), profile, { display_name, ...chosen });
  expect((await read()).body).toEqual({ ...before, ...chosen });
});
