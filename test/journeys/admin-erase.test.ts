import { afterAll, describe, expect, it } from 'vitest';
import { identityKeys } from '#functions/auth/identity/identity.keys.ts';
import { runErasureToEnd } from '#kit/erasure.ts';
import { issueUserToken, newUser, table } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { getExit } from '#kit/program.ts';
import type { MailAttributes } from '#shared/mail/mail.ts';
import { exists } from '#shared/table/condition.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);

/** Runs a command and returns its JSON output. */
async function run(...args: string[]) {
  const { exitCode, stdout, stderr } = await admin([...args, '--json']);
  if (exitCode !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

describe('an operator', () => {
  it('shows, disables and enables a user by email or id', async () => {
    const { user_id, email } = await newUser();
    expect(await run('user', 'show', email)).toMatchObject({
      id: user_id,
      erasure: null,
    });
    await run('user', 'disable', user_id, '--yes');
    const disabled = await run('user', 'show', user_id);
    expect(disabled.disabled_datetime).not.toBeNull();
    expect(await run('user', 'show', disabled.user_hash)).toEqual(disabled);
    await run('user', 'enable', email);
    expect(await run('user', 'show', email)).toMatchObject({ disabled_datetime: null });
  });

  it.each([['disable', '--yes'], ['enable']])(
    'cannot %s a user whose credentials are erased already',
    async (...command) => {
      const { user_id } = await newUser();
      await table().delete(identityKeys.credentials(user_id), exists);
      const failed = await admin(['user', ...command, user_id]);
      expect(getExit(failed)).toEqual([
        1,
        [`Error: User ${user_id} could not be found.`],
      ]);
      const shown = await run('user', 'show', user_id);
      expect(shown).toMatchObject({ disabled_datetime: null });
    },
  );

  it('schedules the erasure of a user, and cancels it once', async () => {
    const { email, user_id } = await newUser();
    const unconfirmed = await admin(['user', 'erase', email]);
    expect([unconfirmed.exitCode, unconfirmed.stderr]).toEqual([
      2,
      expect.stringContaining('add --yes'),
    ]);

    const scheduled = await run('user', 'erase', email, '--yes');
    expect(scheduled).toMatchObject({ user_id, state: 'scheduled' });
    expect(await run('user', 'show', email)).toMatchObject({ erasure: 'scheduled' });
    await run('user', 'keep', email);
    expect(await run('user', 'show', email)).toMatchObject({ erasure: 'cancelled' });
    const second = await admin(['user', 'keep', email]);
    expect([second.exitCode, second.stderr]).toEqual([
      1,
      expect.stringContaining('has no erasure that can be cancelled'),
    ]);
  });

  it('says that a disabled user cannot cancel the erasure, also in the mail', async () => {
    const { user_id, email } = await newUser();
    const note = async () => (await admin(['user', 'erase', email, '--yes'])).stdout;
    const findTemplate = async () => {
      const item = await table().get<MailAttributes>(identityKeys.erasure(user_id));
      return item?.mail.template;
    };
    expect(await note()).toContain('the user can cancel it by signing in');
    expect(await findTemplate()).toBe('erasure_scheduled');
    await run('user', 'disable', email, '--yes');
    expect(await note()).toContain('only you can cancel it, with: user keep');
    await run('user', 'keep', email);
    expect(await findTemplate()).toBe('erasure_cancelled_by_operator');
    await run('user', 'erase', email, '--yes');
    expect(await findTemplate()).toBe('erasure_of_disabled_scheduled');
  });

  it('erases a user at once, and finds the receipt', async () => {
    const user = await newUser();
    await issueUserToken(user);
    const { erasure_id } = await run('user', 'erase', user.user_id, '--now', '--yes');
    const { disabled_datetime } = await run('user', 'show', user.email);
    expect(disabled_datetime).not.toBeNull();

    await runErasureToEnd(user.user_id);
    const erased = await admin(['user', 'show', user.email]);
    expect([erased.exitCode, erased.stderr]).toEqual([
      1,
      expect.stringContaining('could not be found'),
    ]);
    // An id begins with its time, so these are the receipts since that time.
    const after = `${erasure_id.slice(0, 10)}0`;
    const receipts: { erasure_id: string; items: string }[] = await run(
      'user',
      'receipts',
      '--after',
      after,
    );
    const receipt = receipts.find((candidate) => candidate.erasure_id === erasure_id);
    expect(receipt?.items).toContain('credentials 1');
  });
});
