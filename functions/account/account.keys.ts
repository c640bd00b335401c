import { defineItemKey, defineSingletonKey } from '#shared/table/keys.ts';

/** The keys of a user's exports, and of receipts of erasures. */
export const accountKeys = {
  dataExports: defineSingletonKey('EXPORTS'),
  erasureReceipt: defineItemKey('RECEIPT'),
  erasureReceipts: () => 'RECEIPTS',
};
