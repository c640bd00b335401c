import { ensureTable } from '#lib/local/engines/tables.ts';
import { readTables } from '#lib/local/template/resources.ts';
import { getDefinition } from './definition.ts';

/**
 * Creates an empty table of the service in the engine at an address. Returns the name of the table
 * in the template.
 */
export async function createTableIn(
  endpoint: string,
  TableName: string,
): Promise<string> {
  const [definition] = readTables(getDefinition().stack);
  if (!definition) throw new Error('The template has no table.');
  await ensureTable(endpoint, { ...definition, TableName });
  return definition.TableName;
}
