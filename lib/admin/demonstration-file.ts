import { join } from 'node:path';
import * as z from 'zod/mini';
import { tryParseJson } from '#shared/outgoing/outgoing.ts';
import { readIfExists } from '../local/host/files.ts';
import type { RememberedDemonstration } from './demonstration.ts';

/** Returns the file in which a data folder keeps the secrets of its demonstration. */
export function getDemonstrationFile(folder: string): string {
  return join(folder, 'demonstration.json');
}

/** Reads the file of an earlier start. If it is damaged, warns and returns an empty object. */
export async function readDemonstration(path: string): Promise<RememberedDemonstration> {
  const text = await readIfExists(path);
  if (text === undefined) return {};

  const { data } = Remembered.safeParse(tryParseJson(text.toString()));
  if (!data) console.warn(`${path} is damaged, so its credentials are replaced.`);
  return data ?? {};
}

const Remembered = z.record(z.string(), z.string());
