import type { TableOperation } from '#shared/contract/store-operations.ts';
import type { Table } from '#shared/table/table.ts';

/** The diary of a user, with only the named table operations. */
export interface Diary<O extends TableOperation> {
  table: Table<O>;
  user_id: string;
}
