import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { databaseFile } from '../host/data-directory.ts';

/**
 * The records of the streams in the database of the engine. This is the only code that changes the
 * engine's database beside the engine. It is for version 1.2.1, whose streams have two faults
 * (decision 0042): each write scans all records for the highest sequence number, and no record is
 * ever deleted.
 */
export interface StreamRecords {
  /** Deletes the records of a table up to a sequence number that are older than a day. */
  trim(table: string, readUntil: string): Promise<void>;
}

/** DynamoDB keeps the records of a stream for 24 hours, in seconds. */
const retention = 86_400;

/** Few enough records at once that the engine waits for a few milliseconds only. */
const maxDeleted = 100;

/** Maximum wait for the engine's own write, in milliseconds. */
const timeout = 1000;

// The engine numbers a new record by the highest sequence number that it finds. So it must keep
// finding the highest one: the last record stays, however old it is.
const deleteOldest = `
  DELETE FROM _stream_records WHERE created_at < :createdBefore AND id IN (
    SELECT id FROM _stream_records
    WHERE table_name = :table
      AND CAST(sequence_number AS INTEGER) <= CAST(:readUntil AS INTEGER)
      AND CAST(sequence_number AS INTEGER) < (
        SELECT MAX(CAST(sequence_number AS INTEGER)) FROM _stream_records
        WHERE table_name = :table
      )
    ORDER BY CAST(sequence_number AS INTEGER)
    LIMIT ${maxDeleted}
  )`;

const createIndex = `
  CREATE INDEX IF NOT EXISTS stream_records_by_number
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

/** Opens the stream records of a data directory, whose engine runs, and adds the missing index. */
export function openStreamRecords(directory: string): StreamRecords {
  const path = join(directory, databaseFile);

  function run<Result>(work: (database: DatabaseSync) => Result): Result {
    const database = new DatabaseSync(path, { timeout });
    try {
      return work(database);
    } finally {
      database.close();
    }
  }

  run((database) => database.exec(createIndex));
  return {
    trim: async (table, readUntil) => {
      const createdBefore = Math.floor(Date.now() / 1000) - retention;
      const parameters = { table, readUntil, createdBefore };
      let deleted: number | bigint;
      do {
        const result = run((database) => database.prepare(deleteOldest).run(parameters));
        deleted = result.changes;
        await setImmediate();
      } while (deleted === maxDeleted);
    },
  };
}
