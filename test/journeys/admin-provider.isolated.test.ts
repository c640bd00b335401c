import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import { table } from '#kit/fixtures.ts';
import { newOperator, type Operator } from '#kit/operator.ts';
import { startOwnService } from '#kit/own-service.ts';
import { temporaryFolder } from '#kit/temporary-folder.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { openDataKeys } from '#shared/encryption/configured-data-keys.ts';
import { decryptClient } from '#shared/provider-client/client-secrets.store.ts';

const folder = temporaryFolder(afterAll);
const owner = new AsyncDisposableStack();
afterAll(() => owner.disposeAsync());
let admin: Operator;

beforeAll(async () => {
  const service = await startOwnService();
  owner.defer(() => service.close());
  openLocalTable(service.environment);
  admin = await newOperator(owner, service.environment);
});

const provider = (words: readonly string[], input?: string) =>
  admin(['provider', ...words], input);
const findSecrets = async (type: string) =>
  decryptClient({ table: table(), dataKeys: openDataKeys() }, type);

describe('an operator', () => {
  it('sets a client with a piped secret, and sees the webhook secret once', async () => {
    const client_secret = newSecret();
    const words = [
      'set',
      'strava',
      '--client-id',
      '12345',
      '--scope',
      'profile:read_all',
    ];
    const first = await provider([...words, '--json'], `${client_secret}\n`);
    const stored = JSON.parse(first.stdout);
    expect(stored).toMatchObject({
      type: 'strava',
      client_id: '12345',
      extra_scopes: ['profile:read_all'],
      webhook_secret: expect.stringMatching(/^\w{52}$/),
    });
    expect(first.stdout).not.toContain(client_secret);
    const { webhook_secret } = stored;
    expect(await findSecrets('strava')).toMatchObject({ client_secret, webhook_secret });

    const again = await provider([...words, '--json'], 'another\n');
    expect(again.stdout).not.toContain('webhook_secret');
    expect(await findSecrets('strava')).toMatchObject({
      client_secret: 'another',
      webhook_secret,
    });
    const dump = await dumpTable();
    const secrets = [client_secret, webhook_secret].flatMap(listEncodings);
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([]);
  });

  it('reads both secrets from files, lists the clients, and removes one', async () => {
    const [client, webhook] = [join(folder, 'client'), join(folder, 'webhook')];
    await writeFile(client, 'from-a-file\n');
    await writeFile(webhook, 'a-secret-for-webhooks');
    const files = ['--client-secret-file', client, '--webhook-secret-file', webhook];
    await provider(['set', 'polar', '--client-id', 'p', ...files]);
    expect(await findSecrets('polar')).toMatchObject({
      client_secret: 'from-a-file',
      webhook_secret: 'a-secret-for-webhooks',
    });
    expect((await provider(['list'])).stdout).toMatch(/polar +p /);

    expect((await provider(['remove', 'polar'])).exitCode).toBe(0);
    expect(await findSecrets('polar')).toBeUndefined();
    const { exitCode, stderr } = await provider(['remove', 'polar']);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('polar')]);
  });

  it.each([
    [
      ['set', 'garmin', '--client-id', 'x'],
      's\n',
      'must be a type whose workouts can be imported',
    ],
    [['set', 'strava', '--client-id', 'x'], '', 'must have at least 1 character'],
    [['set', 'strava', '--client-id', 'x', '--scope', 'a b'], 's\n', 'must be one scope'],
    [
      ['set', 'strava', '--client-id', 'x', '--client-secret-file', '/none'],
      '',
      'cannot be read from /none',
    ],
  ])('learns what is wrong with %j', async (words, input, message) => {
    const { exitCode, stderr } = await provider(words, input);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
  });
});
