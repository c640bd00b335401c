import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { openTableStream, type TableStream } from '../stream/table-stream.ts';
import { callDynamoDb } from './dynamodb-api.ts';
import { buildDynamoDbCommand } from './engines.ts';
import { type Engine, startProcess } from './process.ts';
import { openStreamRecords } from './stream-records.ts';
import { ensureTable } from './tables.ts';

const folder = createTemporaryFolder(afterAll);
let engine: Engine;
let TableName = '';
let tables = 0;

beforeAll(async () => {
  engine = await startProcess(buildDynamoDbCommand(folder), () => {});
});
afterAll(() => engine.end());

/** Creates a table with a stream, which the functions below use from now on. */
async function createTable(name: string): Promise<void> {
  TableName = name;
  await ensureTable(engine.endpoint, {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
}

beforeEach(async () => {
  tables += 1;
  await createTable(`Table${tables}`);
});

async function put(...keys: string[]): Promise<void> {
  for (const pk of keys)
    await callDynamoDb(engine.endpoint, 'PutItem', {
      TableName,
      Item: { pk: { S: pk } },
    });
}

/** Lists the sequence numbers of all records of the table. */
async function listNumbers(): Promise<string[]> {
  const stream: TableStream = await openTableStream(engine.endpoint, TableName);
  const [shard = ''] = await stream.listShards();
  const { records } = await stream.read(shard, undefined);
  return records.map(({ dynamodb }) => dynamodb.SequenceNumber);
}

function query<Row>(work: (database: DatabaseSync) => Row): Row {
  const database = new DatabaseSync(join(folder, 'dynamodb.sqlite'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** Makes the first records of the table older than a day. */
function age(count: number): void {
  query((database) =>
    database.exec(`
      UPDATE _stream_records SET created_at = created_at - 86401
      WHERE table_name = '${TableName}' AND CAST(sequence_number AS INTEGER) <= ${count}`),
  );
}

it('the engine stores its streams as the code that changes them expects', () => {
  const columns = query((database) =>
    database
      .prepare('SELECT name, type, pk FROM pragma_table_info(?)')
      .all('_stream_records'),
  );
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id INTEGER',
    'table_name TEXT',
    'event_name TEXT',
    'keys_json TEXT',
    'new_image TEXT',
    'old_image TEXT',
    'sequence_number TEXT',
    'shard_id TEXT',
    'created_at INTEGER',
    'user_identity TEXT',
  ]);
});

it('the engine finds the next sequence number and the next records by the index', () => {
  openStreamRecords(folder);
  openStreamRecords(folder);
  const explain = (statement: string) =>
    query((database) => database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all());
  const plans = [
    `SELECT COALESCE(MAX(CAST(sequence_number AS INTEGER)), 0) + 1 FROM _stream_records
     WHERE table_name = 'x'`,
    `SELECT keys_json FROM _stream_records
     WHERE table_name = 'x' AND shard_id = 'y' AND CAST(sequence_number AS INTEGER) > 3
     ORDER BY CAST(sequence_number AS INTEGER) ASC LIMIT 9`,
  ].flatMap(explain);
  expect(plans.map(({ detail }) => detail)).toEqual([
    expect.stringContaining(
      'USING COVERING INDEX stream_records_by_number (table_name=?)',
    ),
    expect.stringContaining(
      'USING INDEX stream_records_by_number (table_name=? AND <expr>>?)',
    ),
  ]);
});

it('trimming deletes the records that have been read and are older than a day', async () => {
  await put('1', '2', '3', '4', '5');
  age(3);
  await openStreamRecords(folder).trim(TableName, '2');
  expect(await listNumbers()).toEqual(['3', '4', '5']);
  await openStreamRecords(folder).trim(TableName, '5');
  expect(await listNumbers()).toEqual(['4', '5']);
});

it('trimming keeps the last record, so that the engine never uses a number again', async () => {
  await put('1', '2');
  age(2);
  await openStreamRecords(folder).trim(TableName, '2');
  expect(await listNumbers()).toEqual(['2']);
  await put('3');
  expect(await listNumbers()).toEqual(['2', '3']);
});

it('trimming deletes any number of records, and none of other tables', async () => {
  const other = TableName;
  await put('kept', 'too');
  age(2);
  await createTable(`${other}Long`);
  await put(...Array.from({ length: 250 }, (_, index) => String(index)));
  age(250);
  await openStreamRecords(folder).trim(TableName, '250');
  expect(await listNumbers()).toEqual(['250']);
  TableName = other;
  expect(await listNumbers()).toEqual(['1', '2']);
});
