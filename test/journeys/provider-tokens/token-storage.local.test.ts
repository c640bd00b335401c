import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { dumpTable, listEncodings } from '#kit/canaries.ts';
import {
  issueClientToken,
  issueUserToken,
  newUser,
  type TestUser,
  table,
} from '#kit/fixtures.ts';
import { startFakeKms } from '#kit/kms.ts';
import { runCommandLine } from '#kit/operator.ts';
import { findCredentials } from '#kit/remote-connections.ts';
import { type Send, send } from '#kit/send.ts';
import { openLocalTable } from '#lib/admin/target.ts';
import { newSecret } from '#shared/auth/secrets.ts';
import { getKeyAlias } from '#shared/contract/resources.ts';
import type { Envelope } from '#shared/encryption/envelope.ts';
import { toLogHash } from '#shared/runtime/ids.ts';
import { exists, isNew } from '#shared/table/condition.ts';
import { startTokenService } from './token-service.ts';

/** Tokens that must be nowhere but in their envelope. */
const canaries = { access_token: newSecret(), refresh_token: newSecret() };
const encodedTokens = Object.values(canaries).flatMap(listEncodings);

interface StoredConnection {
  id: string;
  type: string;
  provider_tokens: Envelope;
}

/** A connection, by the keys of its item. */
interface Connection {
  user: TestUser;
  id: string;
}

async function getItem({ user, id }: Connection): Promise<StoredConnection> {
  const item = await table().get<StoredConnection>(
    originKeys.remoteConnection(user.user_id, id),
  );
  if (!item) throw new Error(`There is no connection ${id}.`);
  return item;
}

const getTokens = async ({ user, id }: Connection) => findCredentials(user.user_id, id);

const { folder, logLines, getService } = await startTokenService();

/** The responses and prints that clients and operators read. */
const outputs: string[] = [];

const call = async <Body>(...[method, path, options]: Parameters<Send>) => {
  const response = await send<Body>(getService().urls, method, path, options);
  outputs.push(response.text, ...[...response.headers].flat());
  return response;
};

/** Connects a new person with the canaries, as an operator does. */
async function newConnection(): Promise<Connection> {
  const user = await newUser();
  const file = join(folder, user.username);
  await writeFile(file, canaries.refresh_token);
  const options = [
    '--remote-id',
    `found-${user.username}`,
    '--refresh-token-file',
    file,
    '--json',
    '--data',
    folder,
  ];
  const args = ['connection', 'add', user.email, 'suunto', ...options];
  const { stdout, stderr } = await runCommandLine(args, canaries.access_token);
  await rm(file);
  outputs.push(stdout, stderr);
  return { user, id: JSON.parse(stdout).id };
}

describe("a provider's tokens", () => {
  it.each(['latin1', 'hex', 'base64', 'base64url'] as const)(
    'would be found if they were stored as %s',
    (encoding) => {
      for (const before of ['', '1', '12'])
        for (const canary of Object.values(canaries)) {
          const written = Buffer.from(`${before}${canary}"}`).toString(encoding);
          expect(encodedTokens.some((text) => written.includes(text))).toBe(true);
        }
    },
  );

  it('can be decrypted with the key', async () => {
    expect(await getTokens(await newConnection())).toEqual(canaries);
  });

  it('are in no item and no file, neither plain nor as hex or base64', async () => {
    await newConnection();
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const contents = await Promise.all(
      files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
    );
    for (const stored of [await dumpTable(), contents.join('\n')]) {
      expect(stored).toContain('found');
      expect(encodedTokens.filter((text) => stored.includes(text))).toEqual([]);
    }
  });

  it('are in no response and no log line, nor is any part of their envelope', async () => {
    const connection = await newConnection();
    const path = `/v7.1/remoteconnection/${connection.id}/`;
    const tokens = [
      await issueUserToken(connection.user),
      await issueUserToken(await newUser()),
      await issueClientToken(),
    ];
    const responses = await Promise.all(
      tokens.flatMap((token) => [
        call('GET', '/v7.0/remoteconnection/', { token }),
        call('GET', path, { token }),
        call('PUT', path, { token, json: {} }),
      ]),
    );
    expect(responses.map(({ status }) => status)).toEqual([
      200, 200, 405, 200, 404, 405, 403, 403, 405,
    ]);
    const { wrapped_key, ciphertext } = (await getItem(connection)).provider_tokens;
    const secrets = [
      ...encodedTokens,
      ...listEncodings(wrapped_key),
      ...listEncodings(ciphertext),
    ];
    const output = [...outputs, ...logLines].join('\n');
    expect(output).toContain('"endpoint":"GET /remoteconnection/{id}/"');
    expect(secrets.filter((encoding) => output.includes(encoding))).toEqual([]);
    expect(output).not.toMatch(/provider_tokens|wrapped_key|ciphertext/);
  });

  it("cannot be decrypted in another person's item, under another id or as another type", async () => {
    const { user, id } = await newConnection();
    const item = await getItem({ user, id });
    const copies = [
      { user: await newUser(), id },
      { user, id: 'other' },
    ];
    for (const copy of copies) {
      expect(await getTokens(copy)).toBeUndefined();
      const key = originKeys.remoteConnection(copy.user.user_id, copy.id);
      await table().put({ ...item, ...key }, isNew);
      await expect(getTokens(copy)).rejects.toThrow();
    }
    const key = originKeys.remoteConnection(user.user_id, id);
    await table().update(key, { set: { type: 'polar' } }, exists);
    await expect(getTokens({ user, id })).rejects.toThrow();
  });

  it('are deleted with the connection', async () => {
    const connection = await newConnection();
    const { wrapped_key, ciphertext } = (await getItem(connection)).provider_tokens;
    const parts = [wrapped_key, ciphertext].map((part) =>
      Buffer.from(part).toString('latin1'),
    );
    const areStored = async () => {
      const dump = await dumpTable();
      return parts.map((part) => dump.includes(part));
    };
    expect(await areStored()).toEqual([true, true]);
    const path = `/v7.1/remoteconnection/${connection.id}/`;
    expect(
      (await call('DELETE', path, { token: await issueUserToken(connection.user) }))
        .status,
    ).toBe(204);
    expect(await areStored()).toEqual([false, false]);
  });

  it('of a deployed table are wrapped by the KMS key that is found by its name', async () => {
    await using resources = new AsyncDisposableStack();
    const { environment } = getService();
    const { TABLE_NAME = '' } = environment;
    const [user, kms] = await Promise.all([
      newUser(),
      startFakeKms(getKeyAlias(TABLE_NAME), resources),
    ]);
    const args = [
      'connection',
      'add',
      user.email,
      'garmin',
      '--remote-id',
      `found-${user.username}`,
      '--json',
    ];
    Object.assign(process.env, kms.environment, { ENCRYPTION_KEY_FILE: '' });
    const deployed = ['--table', TABLE_NAME];
    const { stdout } = await runCommandLine([...args, ...deployed], 'token');
    openLocalTable(environment);
    const { id } = JSON.parse(stdout);
    expect(kms.requests).toEqual([
      {
        action: 'GenerateDataKey',
        KeyId: `alias/${TABLE_NAME}`,
        KeySpec: 'AES_256',
        EncryptionContext: {
          user_id: toLogHash(user.user_id),
          remote_connection_id: toLogHash(id),
          type: 'garmin',
        },
      },
    ]);
    // The local service has only the key file.
    await expect(getTokens({ user, id })).rejects.toThrow();
  });

  it('of a local table are wrapped by a key in a file that only its owner can read', async () => {
    expect((await stat(join(folder, 'encryption.key'))).mode & 0o777).toBe(0o600);
  });
});
