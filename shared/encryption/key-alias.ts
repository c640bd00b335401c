/**
 * Returns the KMS alias of a table's encryption key, so that naming the table is enough to find the
 * key.
 */
export function getKeyAlias(tableName: string): string {
  return `alias/${tableName}`;
}
