import type { ErasureReceipt } from '#functions/auth/identity/erasure.ts';
import { keys } from '#shared/table/keys.ts';
import type { Table } from '#shared/table/table.ts';

/** An entry in the index of receipts. */
interface ListedReceipt {
  collection_sk: string;
}

/** Selects a page of receipts. `after` is the id of the last receipt of the previous page. */
export interface ReceiptPage {
  limit: number;
  after?: string | undefined;
}

/** Lists a page of receipts in the order in which the erasures were requested. */
export async function list(
  table: Table<'get' | 'query'>,
  { limit, after }: ReceiptPage,
): Promise<ErasureReceipt[]> {
  const collection = keys.erasureReceipts();
  const entries = await table.queryPage<ListedReceipt>({ collection, limit, after });
  const reads = entries.map(({ collection_sk }) =>
    table.get<ErasureReceipt>(keys.erasureReceipt(collection_sk)),
  );
  const found = await Promise.all(reads);
  return found.filter((receipt) => receipt !== undefined);
}
