import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file or folder of each DynamoDB engine in a data directory. */
export const databaseFiles = {
  dynoxide: 'dynamodb.sqlite',
  dynalite: 'dynamodb.level',
} as const;

/** A DynamoDB engine that keeps its data in a data directory. */
export type DatabaseKind = keyof typeof databaseFiles;

/** Returns the engine whose data a directory has, or undefined if it has none. */
export function findDatabase(directory: string): DatabaseKind | undefined {
  const kinds = ['dynoxide', 'dynalite'] as const;
  return kinds.find((kind) => existsSync(join(directory, databaseFiles[kind])));
}
