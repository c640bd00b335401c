import { isCompanion, readCompanion } from './companion.ts';
import { readHealthAutoExport } from './health-auto-export.ts';
import { isPlain, readPlain } from './plain.ts';
import { collectPush, isMembers, type Push } from './push.ts';

/**
 * Reads a message, which tells by its members what it is. One of an unknown kind has nothing that
 * is kept, which its person sees on the page of the inbox.
 */
export function readPush(message: unknown, arrival: { zone: string; now: Date }): Push {
  if (Array.isArray(message)) return readPlain(message, arrival);
  if (isMembers(message)) {
    if (isMembers(message.data)) return readHealthAutoExport(message.data, arrival.zone);
    if (isPlain(message)) return readPlain([message], arrival);
    if (Array.isArray(message.items)) return readPlain(message.items, arrival);
    if (isCompanion(message)) return readCompanion(message, arrival.zone);
  }
  const unknown = collectPush('other');
  unknown.skip('a message of an unknown kind');
  return unknown.finish();
}
