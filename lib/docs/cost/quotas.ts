import { allHosts } from '#shared/contract/endpoint.ts';
import { throttlingDefaults } from '../../cloud/base/settings.ts';
import { renderMarkdownTable } from '../reference/tables.ts';
import { countingWrites } from './cost-table.ts';
import { priceList, quotas, requestLogKb, runLogKb } from './prices.ts';

/** Seconds of a warm request with its authorizer, and of a cold start. */
const [warmSeconds, coldSeconds] = [0.02, 1];

/** The read units of a request that reads an item and whose token is not in the cache. */
const checkedReads = 2;

/** The functions that run at the same time for a request in a second. */
const concurrency = { warm: warmSeconds, cold: warmSeconds + coldSeconds / 10 };

/** Renders how many functions run at the same time. */
export function renderConcurrency(): string {
  const { rate } = throttlingDefaults;
  const rateOfAll = allHosts.length * rate;
  const rows = [100, rate, rateOfAll].map((requests) => [
    requests === rateOfAll
      ? `${requests} (all APIs at their default limit)`
      : `${requests}`,
    format(requests * concurrency.warm),
    format(requests * concurrency.cold),
  ]);
  return renderMarkdownTable(
    ['Requests a second', 'All warm', 'A tenth cold starts'],
    rows,
  );
}

/** Renders the quotas in the order in which requests meet them. */
export function renderQuotas(): string {
  const { rate } = throttlingDefaults;
  const logMb = ((runLogKb + requestLogKb) * quotas.apiRequests) / 1024;
  const logCost = (logMb / 1024) * 86_400 * priceList.logGb;
  const rows = [
    {
      at: quotas.newAccountFunctions / concurrency.cold,
      quota: `Lambda: ${quotas.newAccountFunctions} functions at a time in a new account`,
      remedy: `Raise *Concurrent executions* to ${format(quotas.functions)} before the first user`,
    },
    {
      at: rate,
      quota: `The stage of each API: ${rate} requests a second`,
      remedy: '`-c throttlingRate=2000 -c throttlingBurst=4000`',
    },
    {
      at: quotas.apiRequestsInNewRegions,
      quota:
        'API Gateway in newer regions, e.g. Milan, Spain, Zurich and Cape Town: ' +
        `${format(quotas.apiRequestsInNewRegions)} requests a second for all APIs, burst 1,250`,
      remedy: 'Raise *Throttle rate*, or choose another region',
    },
    {
      at: quotas.newTableWrites / (1 + countingWrites),
      quota:
        `DynamoDB: ${format(quotas.newTableWrites)} writes a second of a new table; later twice ` +
        'the peak of the last 30 minutes. Here all requests create entries',
      remedy: 'Grow slower, or warm the table up (`WarmThroughput`)',
    },
    {
      at: quotas.functions / concurrency.cold,
      quota:
        `Lambda: ${format(quotas.functions)} functions at a time, a tenth of them cold. Lambda ` +
        'adds 1,000 for each function every 10 seconds',
      remedy: 'Raise *Concurrent executions* to 3,000',
    },
    {
      at: quotas.apiRequests,
      quota:
        `API Gateway in all other regions: ${format(quotas.apiRequests)} requests a second for ` +
        'all APIs, burst 5,000',
      remedy:
        `Raise *Throttle rate*. The logs are then ${format(logMb)} MB a second, ` +
        `$${format(logCost)} a day: \`-c logLevel=warn\` halves that`,
    },
    {
      at: quotas.tableUnits / checkedReads,
      quota:
        `DynamoDB: ${format(quotas.tableUnits)} read and as many write units a second of a ` +
        'table. Here each request reads an item and checks its token',
      remedy: 'Raise *Table-level read/write throughput limit*',
    },
  ];
  const sorted = rows.toSorted((one, other) => one.at - other.at);
  return renderMarkdownTable(
    ['Requests a second', 'What is met', 'What to do'],
    sorted.map(({ at, quota, remedy }) => [format(at), quota, remedy]),
  );
}

function format(amount: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }).format(amount);
}
