import { describe, expect, it } from 'vitest';
import { newUser, table } from '#kit/fixtures.ts';
import * as identities from './identity.store.ts';
import type { UserProfile } from './identity.ts';
import * as userSettings from './user-settings.store.ts';
import { UserSettings } from './user-settings.ts';

async function requireProfile(user_id: string): Promise<UserProfile> {
  const profile = await identities.findProfile(table(), user_id);
  if (!profile) throw new Error('The user has no profile.');
  return profile;
}

const findUsername = async (user_id: string) =>
  (await identities.findByUser(table(), user_id))?.username;

describe('a change of the settings', () => {
  it('replaces all of them, and leaves the rest of the profile', async () => {
    const { user_id } = await newUser();
    const before = await requireProfile(user_id);
    const { display_name } = before;
    const chosen = { locale: 'de-AT', time_zone: 'Europe/Vienna' } as const;
    const saved = { display_name, ...chosen, energy_unit: 'kilojoules' } as const;
    expect(await userSettings.update(table(), before, saved)).toBe(true);
    expect(await requireProfile(user_id)).toMatchObject({
      ...before,
      ...saved,
      write_id: expect.anything(),
    });

    const next = { display_name, locale: 'en-GB' } as const;
    await userSettings.update(table(), before, next);
    const after = await requireProfile(user_id);
    expect(after).toMatchObject({ email: before.email, ...next });
    expect(after).not.toHaveProperty('time_zone');
    expect(after).not.toHaveProperty('energy_unit');
  });

  it('corrects a name, and the username that was the same', async () => {
    const { user_id, username } = await newUser();
    const profile = await requireProfile(user_id);
    await userSettings.update(table(), profile, { display_name: 'Ann' });
    expect(await requireProfile(user_id)).toMatchObject({
      display_name: 'Ann',
      username,
    });

    const named = { ...profile, display_name: username };
    await userSettings.update(table(), named, { display_name: 'Ann Lee' });
    const changed = { display_name: 'Ann Lee', username: 'Ann Lee' };
    expect(await requireProfile(user_id)).toMatchObject(changed);
    expect(await findUsername(user_id)).toBe('Ann Lee');
  });

  it('leaves one username if another change has read the same profile before', async () => {
    const { user_id, username } = await newUser();
    const profile = { ...(await requireProfile(user_id)), display_name: username };
    await userSettings.update(table(), profile, { display_name: 'Ann Lee' });
    const units = { display_name: username, distance_unit: 'miles' } as const;
    await userSettings.update(table(), profile, units);
    expect((await requireProfile(user_id)).username).toBe(username);
    expect(await findUsername(user_id)).toBe(username);
  });

  it('leaves a username that has followed the name since the profile was read', async () => {
    const { user_id, username } = await newUser();
    const differing = await requireProfile(user_id);
    const following = { ...differing, display_name: username };
    await userSettings.update(table(), following, { display_name: 'Ann Lee' });
    await userSettings.update(table(), differing, { display_name: 'Ann' });
    expect((await requireProfile(user_id)).username).toBe('Ann Lee');
    expect(await findUsername(user_id)).toBe('Ann Lee');
  });

  it('creates nothing for a user who was erased', async () => {
    const { user_id } = await newUser();
    const profile = await requireProfile(user_id);
    const erased = { ...profile, id: `${user_id}0` };
    expect(await userSettings.update(table(), erased, { display_name: 'Ann' })).toBe(
      false,
    );
    expect(await identities.findProfile(table(), erased.id)).toBeUndefined();
  });
});

describe('the settings', () => {
  it.each([
    { time_zone: 'Europe/Berlin' },
    { time_zone: 'Asia/Kolkata' },
    { time_zone: 'UTC' },
    { locale: 'de-CH', first_weekday: 'saturday' },
  ])('can be %j', (settings) => {
    expect(UserSettings.safeParse(settings).success).toBe(true);
  });

  it.each([
    { time_zone: 'Europe/Atlantis' },
    { time_zone: '+01:00' },
    { locale: 'fr-FR' },
    { distance_unit: 'furlongs' },
    { first_weekday: 'friday' },
  ])('cannot be %j', (settings) => {
    expect(UserSettings.safeParse(settings).success).toBe(false);
  });
});
