import { inject } from 'vitest';
import { ensureTable } from '#lib/local/engines/tables.ts';
import { readTables } from '#lib/local/template/resources.ts';
import { readStack } from '#lib/local/template/stack.ts';
import { templateFile } from '#lib/paths.ts';

/**
 * Creates an empty table with another name beside that of the service under test, in the same
 * engine. Returns the name of the table of the service.
 */
export async function createTableBeside(TableName: string): Promise<string> {
  const [definition] = readTables(readStack(templateFile));
  if (!definition) throw new Error('The template has no table.');
  const { AWS_ENDPOINT_URL_DYNAMODB = '' } = inject('service').environment;
  await ensureTable(AWS_ENDPOINT_URL_DYNAMODB, { ...definition, TableName });
  return definition.TableName;
}
