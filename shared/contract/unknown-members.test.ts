import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { listUnknownMembers } from './unknown-members.ts';

/** A value such as a file, each of whose bytes would be a member. */
const file = new Proxy(Buffer.alloc(1), {
  ownKeys: () => {
    throw new Error('The members of the value were read.');
  },
});

it('does not read the members of a value that has no schema of an object or a list', () => {
  const part = z.object({ bytes: z.custom<Buffer>() });
  const form = z.object({ image: z.array(part) });
  const value = { image: [{ bytes: file, name: 'a' }], other: 1 };
  const unknown = listUnknownMembers(form, value);
  expect(unknown.map(({ path }) => path)).toEqual([['image', '0', 'name'], ['other']]);
});
