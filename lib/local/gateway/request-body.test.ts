import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from './content-encoding.ts';
import { type BodyUse, createBodyAccounts, readRequestBody } from './request-body.ts';

/** Creates a request with a body that arrives in these pieces. */
function createMessage(...chunks: string[]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers['transfer-encoding'] = 'chunked';
  for (const chunk of chunks) message.push(Buffer.from(chunk));
  message.push(null);
  return message;
}

/** Reads a body with an account that stays open, and returns its text or the status. */
async function read(
  openAccount: ReturnType<typeof createBodyAccounts>,
  use: BodyUse,
  ...chunks: string[]
) {
  const account = openAccount('127.0.0.1');
  const body = readRequestBody(createMessage(...chunks), use, account);
  const result = await body.then(String, ({ status }) => status);
  return { result, end: () => account[Symbol.dispose]() };
}

it('bodies without a valid token have room for some bytes together, until they are done', async () => {
  const openAccount = createBodyAccounts(10);
  const first = await read(openAccount, 'counted', '1234', '56');
  expect(first.result).toBe('123456');
  const second = await read(openAccount, 'counted', '123', '45');
  expect(second.result).toBe(503);
  first.end();
  second.end();
  const third = await read(openAccount, 'counted', '123', '4567890');
  expect(third.result).toBe('1234567890');
});

it('bodies from one address leave room for those of others', () => {
  const openAccount = createBodyAccounts(16, 10);
  const [first, second] = [openAccount('10.0.0.1'), openAccount('10.0.0.1')];
  const other = openAccount('10.0.0.2');
  expect([first.keep(8), second.keep(3), other.keep(8)]).toEqual([true, false, true]);
  expect(other.keep(1)).toBe(false);
  first.release();
  expect([second.keep(3), other.keep(1)]).toEqual([true, true]);
});

it('a body that is refused takes the room of no other while the rest of it arrives', async () => {
  const openAccount = createBodyAccounts(10);
  const refused = await read(openAccount, 'counted', '12345678', '901');
  expect(refused.result).toBe(503);
  expect((await read(openAccount, 'counted', '1234567890')).result).toBe('1234567890');
  refused.end();
  expect((await read(openAccount, 'counted', '1')).result).toBe(503);
});

it('bodies with a valid token are not counted, and those of refused requests are not kept', async () => {
  const openAccount = createBodyAccounts(10);
  expect((await read(openAccount, 'kept', '1234567890', '1')).result).toBe('12345678901');
  expect((await read(openAccount, 'dropped', '1234567890', '1')).result).toBe('');
  expect((await read(openAccount, 'counted', '1234567890')).result).toBe('1234567890');
});

it('a compressed body takes the room of what it becomes', async () => {
  const openAccount = createBodyAccounts(100_000);
  const decode = async (bytes: number) => {
    using account = openAccount('127.0.0.1');
    const body = gzipSync(Buffer.alloc(bytes));
    return await decodeBody(body, [['Content-Encoding', 'gzip']], account.keep);
  };
  await expect(decode(100_001)).rejects.toMatchObject({ status: 503 });
  expect(await decode(100_000)).toHaveLength(100_000);
});
