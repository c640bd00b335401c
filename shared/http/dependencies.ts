import { pageRenderer } from '../pages/error-page.ts';
import { openTable } from '../table/table.ts';
import { createNameCheck } from './name-check.ts';
import { createRequestQuota } from './request-quota.ts';

/** The dependencies of an endpoint with a token that uses no store but the table. */
export const apiDependencies = {
  quota: createRequestQuota,
  names: createNameCheck,
  table: openTable,
};

/** The same of an endpoint of a protocol, which must ignore names that it does not know. */
export const protocolDependencies = { quota: createRequestQuota, table: openTable };

/** The dependencies of a page that uses no store but the table. */
export const pageDependencies = { pages: pageRenderer, table: openTable };
