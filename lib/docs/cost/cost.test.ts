import { expect, it } from 'vitest';
import { discoverDefinitions } from '../../endpoints.ts';
import { computeCost, renderCostTable } from './cost-table.ts';

it('computes the cost of a call from what it uses', () => {
  const usage = {
    name: 'Use everything',
    apiRequests: 1,
    invocations: [{ id: 'read', billedMs: 15 }],
    readUnits: 1,
    writeUnits: 2,
    s3Puts: 1,
    s3Gets: 2,
    cdnRequests: 1,
    queueMessages: 1,
    mails: 1,
  };
  const { api, lambda, dynamodb, s3AndCdn, logs } = computeCost(usage, () => 512);
  // The prices of a million units, in dollars.
  expect(api * 1e6).toBeCloseTo(3.5 + 0.27 + 3 * 0.4 + 100);
  expect(lambda * 1e6).toBeCloseTo(0.2 + 0.5 * 0.015 * 13.3334);
  expect(dynamodb * 1e6).toBeCloseTo(0.125 + 2 * 0.625);
  expect(s3AndCdn * 1e6).toBeCloseTo(5 + 2 * 0.4 + 1.1);
  expect(logs * 1e6).toBeCloseTo(0.5 * (0.29 + 0.3));
});

it('renders a row for each kind of call, with its sum', async () => {
  const table = renderCostTable(await discoverDefinitions());
  const lines = table.split('\n');
  expect(lines).toContainEqual(
    expect.stringMatching(
      /^\| Fetch an image from the CDN cache .*\| 1\.10 +\| +\| 1\.10 /,
    ),
  );
  const [_head, _rule, firstRow] = lines;
  expect(firstRow).toMatch(/\| 3\.50 +\| 0\.27 +\| 0\.13 +\| +\| 0\.\d\d +\| 4\.19 /);
});
