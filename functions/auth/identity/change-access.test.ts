import { describe, expect, it } from 'vitest';
import { newUser, table } from '#kit/fixtures.ts';
import {
  createFaultyTable,
  faultsOfTwoChanges,
  isRepaired,
  meetFault,
} from '#kit/store-faults.ts';
import { disableUser, enableUser } from './change-access.ts';
import * as identities from './identity.store.ts';

const now = new Date('2026-11-20T12:00:00Z');

/** Returns whether a user is disabled, and how often all access was ended. */
async function readState(user_id: string) {
  const identity = await identities.findByUser(table(), user_id);
  const profile = await identities.findProfile(table(), user_id);
  const isDisabled = identity?.disabled_datetime !== undefined;
  expect(profile?.disabled_datetime).toBe(identity?.disabled_datetime);
  return { isDisabled, generation: identity?.access_generation ?? 0 };
}

describe.each(faultsOfTwoChanges)(
  'if $cause comes at the $tries try of change $change',
  (fault) => {
    const isDone = isRepaired(fault);

    /** Expects the outcome of a change: the user, that there is none, or the error of the fault. */
    async function expectOutcome(change: Promise<object | undefined>, user_id: string) {
      const changed = await meetFault(fault, change);
      if (isDone) expect(changed).toMatchObject({ user_id });
      else expect(changed).toBeUndefined();
    }

    it('a user is disabled in both items or in none, and by a repeat', async () => {
      const { user_id } = await newUser();
      const disabling = disableUser(createFaultyTable(fault), user_id, now);
      await expectOutcome(disabling, user_id);
      const generation = Number(isDone);
      expect(await readState(user_id)).toEqual({ isDisabled: isDone, generation });
      await disableUser(table(), user_id, now);
      expect(await readState(user_id)).toMatchObject({ isDisabled: true });
    });

    it('a user is enabled in both items or in none, and by a repeat', async () => {
      const { user_id } = await newUser();
      await disableUser(table(), user_id, now);
      await expectOutcome(enableUser(createFaultyTable(fault), user_id), user_id);
      expect(await readState(user_id)).toEqual({ isDisabled: !isDone, generation: 1 });
      await enableUser(table(), user_id);
      expect(await readState(user_id)).toEqual({ isDisabled: false, generation: 1 });
    });
  },
);
