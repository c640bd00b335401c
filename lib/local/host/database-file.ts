import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file of the DynamoDB engine in a data directory. */
export const databaseFile = 'dynamodb.sqlite';

/** Returns whether a data directory has the file of the DynamoDB engine. */
export function hasDatabase(directory: string): boolean {
  return existsSync(join(directory, databaseFile));
}
