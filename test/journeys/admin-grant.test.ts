import { afterAll, describe, expect, it } from 'vitest';
import { issueUserToken, newClient, newUser } from '#kit/fixtures.ts';
import { newOperator } from '#kit/operator.ts';
import { newId } from '#shared/runtime/ids.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
const admin = await newOperator(disposables);

describe('the command line', () => {
  it('lists the grants of a person or an application in pages, and revokes them', async () => {
    const client = await newClient();
    const users = [await newUser(), await newUser(), await newUser()];
    for (const user of users) await issueUserToken(user, client);
    const list = async (...args: string[]) => {
      const { stdout } = await admin(['grant', 'list', ...args, '--json']);
      return JSON.parse(stdout) as { grant_id: string; user_id: string }[];
    };
    const ofClient = ['--application', client.client_id];
    const first = await list(...ofClient, '--limit', '2');
    const last = first.at(-1)?.grant_id ?? '';
    const second = await list(...ofClient, '--limit', '2', '--after', last);
    expect([first.length, second.length]).toEqual([2, 1]);
    // Ids of the same millisecond sort in any order, so the users may be in another order.
    const ids = [...first, ...second].map(({ grant_id }) => grant_id);
    expect(ids).toEqual(ids.toSorted());
    expect(new Set([...first, ...second].map(({ user_id }) => user_id))).toEqual(
      new Set(users.map(({ user_id }) => user_id)),
    );
    const page = await admin(['grant', 'list', ...ofClient, '--limit', '2']);
    expect(page.stdout).toContain(`For the next page, add --after ${last}`);

    const [user, other] = users;
    const email = user?.email ?? '';
    const [own] = await list('--user', email);
    expect(await list('--user', user?.user_id ?? '')).toEqual([own]);
    await admin(['grant', 'revoke', '--user', email, '--grant', own?.grant_id ?? '']);
    expect(await list('--user', email)).toEqual([]);
    const revocation = ['grant', 'revoke', '--user', other?.email ?? '', ...ofClient];
    expect(JSON.parse((await admin([...revocation, '--json'])).stdout).revoked).toBe(1);
    expect(await list(...ofClient)).toHaveLength(1);
    await admin(['grant', 'revoke', ...ofClient, '--yes']);
    expect(await list(...ofClient)).toEqual([]);
    expect((await admin(['grant', 'list'])).exitCode).toBe(2);
    for (const command of [['list'], ['revoke', '--yes']]) {
      const mistyped = await admin(['grant', ...command, '--application', 'x']);
      expect(mistyped.stderr).toContain('Application x could not be found.');
    }
  });

  it('lists users in pages', async () => {
    // Other tests may erase users of an earlier time.
    const earlier = newId(new Date(Date.now() - 1));
    await Promise.all([newUser(), newUser()]);
    const list = ['user', 'list', '--limit', '1', '--json', '--after'];
    const [first] = JSON.parse((await admin([...list, earlier])).stdout);
    const [next] = JSON.parse((await admin([...list, first.id])).stdout);
    expect([first.id > earlier, next.id > first.id]).toEqual([true, true]);
  });
});
