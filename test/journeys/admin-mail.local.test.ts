import { afterAll, beforeAll, expect, it } from 'vitest';
import * as blockedAddresses from '#functions/account/mail-delivery/blocked-address.store.ts';
import { mailDeliveryKeys } from '#functions/account/mail-delivery/mail-delivery.keys.ts';
import { startMailServer } from '#kit/mail-server.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import type { Table } from '#shared/table/table.ts';

const disposables = new AsyncDisposableStack();
afterAll(() => disposables.disposeAsync());
let admin: Operator;
let table: Table;

beforeAll(async () => {
  const service = await startOwnService({ environment: { PROVIDER_GATEWAY: 'direct' } });
  disposables.defer(service.close);
  service.startDelivery();
  admin = await newOperator(disposables, service.environment);
  table = openLocalTable(service.environment);
});

/** Runs a command that succeeds, and returns the JSON that it prints. */
async function run(args: readonly string[], input?: string) {
  const { exitCode, stdout, stderr } = await admin([...args, '--json'], input);
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return JSON.parse(stdout);
}

it('an operator chooses a server, whose password no command and no item shows', async () => {
  expect(await run(['mail', 'show'])).toEqual({ host: null });
  const options = ['--host', 'smtp.example.com', '--port', '465', '--user', 'fitness'];
  const chosen = await run(['mail', 'set', ...options], 'correct horse\n');
  const server = { host: 'smtp.example.com', port: 465, implicit_tls: true };
  expect(chosen).toMatchObject({ ...server, user: 'fitness' });
  expect(await run(['mail', 'show'])).toEqual(chosen);
  const item = await table.get(mailDeliveryKeys.mailServer());
  expect(item).toMatchObject({ password: { ciphertext: expect.anything() } });
  expect(JSON.stringify(item)).not.toContain('horse');

  const invalid = await admin(['mail', 'set', '--host', 'https://smtp.example.com/']);
  expect(invalid.exitCode).toBe(1);
  expect(invalid.stderr).toContain('must be a name such as smtp.example.com');
  const withoutUser = ['--host', 'smtp.example.com', '--password-file', 'unused.txt'];
  const refused = await admin(['mail', 'set', ...withoutUser]);
  expect(refused.stderr).toContain('user  is required, because there is a password');
  expect(await run(['mail', 'show'])).toEqual(chosen);
  expect(await run(['mail', 'remove'])).toEqual({ host: null });
  expect((await admin(['mail', 'remove'])).stderr).toContain('no server');
});

it('a test goes the way of all mail, and says what became of it', async () => {
  const inFolder = await run(['mail', 'test', 'you@example.com']);
  expect(inFolder).toMatchObject({
    outcome: 'sent',
    via: expect.stringMatching(/mail$/),
  });

  const refusing = await startMailServer({ replies: { RCPT: '550 5.1.1 unknown' } });
  await run(['mail', 'set', '--host', '127.0.0.1', '--port', String(refusing.port)]);
  const refused = await admin(['mail', 'test', 'you@example.com']);
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
  expect(refused.stderr).toContain(`127.0.0.1:${refusing.port}: 550 5.1.1 unknown`);

  const { port, messages } = await startMailServer();
  await run(['mail', 'set', '--host', '127.0.0.1', '--port', String(port)]);
  const blocked = await admin(['mail', 'test', 'you@example.com']);
  expect(blocked.stderr).toContain('Mail to this address is blocked');
  const [row] = await run(['mail', 'blocked']);
  expect(row).toMatchObject({ reason: 'rejected', detail: 'address_unknown' });
  await run(['mail', 'unblock', row.id]);
  const via = `127.0.0.1:${port}`;
  const answer = '250 2.0.0 queued as 17';
  const sent = await run(['mail', 'test', 'you@example.com']);
  expect(sent).toEqual({ address: 'you@example.com', outcome: 'sent', via, answer });
  expect(messages).toHaveLength(1);
});

it('a test needs an address', async () => {
  const { exitCode, stderr } = await admin(['mail', 'test', 'Ann <ann@example.com>']);
  expect(exitCode).toBe(1);
  expect(stderr).toContain('must be an address that can receive mail');
});

it('a blocked address is shown with its user, and unblocked by name', async () => {
  const password = ['--password', 'correct horse battery'];
  await run(['user', 'create', 'bob@example.com', ...password]);
  const why = { reason: 'complaint', detail: 'abuse' } as const;
  await blockedAddresses.block(table, 'Bob@example.com', why, new Date());
  const shown = await run(['user', 'show', 'bob@example.com']);
  expect(shown).toMatchObject({ mail_blocked: 'complaint' });
  await run(['mail', 'unblock', 'bob@example.com']);
  expect(await run(['user', 'show', 'bob@example.com'])).toMatchObject({
    mail_blocked: null,
  });
  const again = await admin(['mail', 'unblock', 'bob@example.com']);
  expect(again.exitCode).toBe(1);
});

it('the list of blocked addresses goes on after a row that it has printed', async () => {
  const why = { reason: 'bounce', detail: 'General' } as const;
  for (const address of ['cid@example.com', 'dan@example.com'])
    await blockedAddresses.block(table, address, why, new Date());
  const [first, ...others] = await run(['mail', 'blocked']);
  expect(others).not.toEqual([]);
  const after = `${first.blocked_datetime}#${first.id}`;
  expect(await run(['mail', 'blocked', '--after', after])).toEqual(others);
});
