import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { decodeBody } from './content-encoding.ts';
import {
  type BodyAccount,
  type BodySender,
  createBodyAccounts,
  type OpenBodyAccount,
  readRequestBody,
} from './request-body.ts';

/** Opens accounts of which one sender can take all. */
const createAccounts = (max: number) => {
  const limits = { max, maxOfSender: max };
  return createBodyAccounts({ known: limits, unknown: limits });
};
const unknown: BodySender = { kind: 'unknown', id: '127.0.0.1' };

/** Creates a request with a body that arrives in these pieces. */
function createMessage(...chunks: string[]): IncomingMessage {
  const message = new IncomingMessage(new Socket());
  message.headers['transfer-encoding'] = 'chunked';
  for (const chunk of chunks) message.push(Buffer.from(chunk));
  message.push(null);
  return message;
}

/** Reads a body with an account that stays open, and returns its text or the status. */
async function read(openAccount: OpenBodyAccount, ...chunks: string[]) {
  const account = openAccount(unknown);
  const body = readRequestBody(createMessage(...chunks), account);
  const result = await body.then(String, ({ status }) => status);
  return { result, end: () => account[Symbol.dispose]() };
}

it('bodies without a valid token have room for some bytes together, until they are done', async () => {
  const openAccount = createAccounts(10);
  const first = await read(openAccount, '1234', '56');
  expect(first.result).toBe('123456');
  const second = await read(openAccount, '123', '45');
  expect(second.result).toBe(503);
  first.end();
  second.end();
  const third = await read(openAccount, '123', '4567890');
  expect(third.result).toBe('1234567890');
});

it('bodies from one address leave room for those of others', () => {
  const limits = { max: 16, maxOfSender: 10 };
  const openAccount = createBodyAccounts({ known: limits, unknown: limits });
  const [first, second, other] = ['10.0.0.1', '10.0.0.1', '10.0.0.2'].map((id) =>
    openAccount({ kind: 'unknown', id }),
  ) as [BodyAccount, BodyAccount, BodyAccount];
  expect([first.keep(8), second.keep(3), other.keep(8)]).toEqual([true, false, true]);
  expect(other.keep(1)).toBe(false);
  first.release();
  expect([second.keep(3), other.keep(1)]).toEqual([true, true]);
});

it('a body that is refused takes the room of no other while the rest of it arrives', async () => {
  const openAccount = createAccounts(10);
  const refused = await read(openAccount, '12345678', '901');
  expect(refused.result).toBe(503);
  expect((await read(openAccount, '1234567890')).result).toBe('1234567890');
  refused.end();
  expect((await read(openAccount, '1')).result).toBe(503);
});

it('bodies with a valid token have room of their own, and those of refused requests need none', async () => {
  const openAccount = createAccounts(10);
  const known = openAccount({ kind: 'known', id: 'ann' });
  expect([known.keep(10), known.keep(1)]).toEqual([true, false]);
  expect(await readRequestBody(createMessage('12345678901'), undefined)).toHaveLength(0);
  expect((await read(openAccount, '1234567890')).result).toBe('1234567890');
});

it('a compressed body takes the room of what it becomes', async () => {
  const openAccount = createAccounts(100_000);
  const decode = async (bytes: number) => {
    using account = openAccount(unknown);
    const body = gzipSync(Buffer.alloc(bytes));
    return await decodeBody(body, [['Content-Encoding', 'gzip']], account.keep);
  };
  await expect(decode(100_001)).rejects.toMatchObject({ status: 503 });
  expect(await decode(100_000)).toHaveLength(100_000);
});
