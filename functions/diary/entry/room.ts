import { mostEntries } from './bounds.ts';

/** What the caller is told of a day that has no room for an entry (decision Y10). */
export const noRoomOn = (date: string) => `must be another day: ${date} has ${mostEntries} entries at most`;
