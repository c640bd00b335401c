import { expect, it } from 'vitest';
import { table } from '#kit/fixtures.ts';
import * as limits from './quota.store.ts';

// Other tests have the limits of all, too. These are as high as those that they have.
it('reads the limits of all again when they are ten seconds old', async () => {
  // An hour later, because other tests of this process fill the cache now.
  const start = Date.now() + 3_600_000;
  const getAfter = async (seconds: number) => {
    const common = await limits.getCommonQuotas(
      table(),
      new Date(start + seconds * 1000),
    );
    return common.ofAll;
  };
  await limits.removeQuotasOfAll(table());
  expect((await getAfter(0)).client_day).toBeUndefined();

  await limits.setQuotasOfAll(table(), { client_day: 20_000_000 });
  expect((await getAfter(9.9)).client_day).toBeUndefined();
  expect(await getAfter(10)).toMatchObject({ client_day: 20_000_000 });

  await limits.removeQuotasOfAll(table());
  expect((await getAfter(20)).client_day).toBeUndefined();
});
