import { inject } from 'vitest';
import { createTableIn } from './create-table-in.ts';

/**
 * Creates an empty table with another name beside that of the service under test, in the same
 * engine. Returns the name of the table of the service.
 */
export function createTableBeside(TableName: string): Promise<string> {
  const { AWS_ENDPOINT_URL_DYNAMODB = '' } = inject('service').environment;
  return createTableIn(AWS_ENDPOINT_URL_DYNAMODB, TableName);
}
