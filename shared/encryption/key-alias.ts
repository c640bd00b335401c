/** The alias by which KMS knows the key of a deployed table, so that who names the table need not name its key. */
export function keyAliasOf(tableName: string): string {
  return `alias/${tableName}`;
}
