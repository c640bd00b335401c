import { expect, it, vi } from 'vitest';
import { callHandler } from '#kit/call-handler.ts';
import { newUserToken } from '#kit/fixtures.ts';
import type { Send } from '#kit/send.ts';
import { itemCreators } from './valid-bodies.ts';

// It works in tests only, and the benchmarks create these items, too.
vi.mock('#kit/call.ts', () => ({
  call: () => {
    throw new Error('Benchmarks have a service of their own.');
  },
}));

const token = await newUserToken();
const send: Send = (method, path, options) =>
  callHandler(method, path, { token, ...options });

it.each(Object.entries(itemCreators))(
  'an item for %s is created by the requests of its user',
  async (_, create) => {
    expect(await create(send)).toMatch(/^[\w.~-]+$/);
  },
);
