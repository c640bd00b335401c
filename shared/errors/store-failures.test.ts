import { expect, it } from 'vitest';
import { translateStoreErrors } from './store-failures.ts';

/** Returns what becomes of a failed call with these members of its error. */
const translate = (members: object) =>
  translateStoreErrors(Promise.reject(Object.assign(new Error(), members))).catch(
    (error: unknown) => error,
  );

it.each(['InternalFailure', 'UnknownError'])(
  'a failure of a store is unavailable, not a fault of ours: %s',
  async (name) => {
    const failure = { name, $metadata: { httpStatusCode: 500 } };
    expect(await translate(failure)).toMatchObject({ code: 'unavailable', cause: name });
  },
);

it('a refused request stays a fault of ours', async () => {
  const failure = { name: 'ValidationException', $metadata: { httpStatusCode: 400 } };
  expect(await translate(failure)).toMatchObject(failure);
});
