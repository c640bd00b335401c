import { ServiceError } from '../../../shared/errors/errors.ts';
import { mostEntries } from './bounds.ts';

/** What the caller is told of a day that has no room for an entry (decision Y10). */
export const noRoomOn = (date: string) => `must be another day: ${date} has ${mostEntries} entries at most`;

/** Whether an error says that a day's item would have more than 400 KB, so that nothing was written to it. */
export const isTooLarge = (error: unknown) => error instanceof ServiceError && error.code === 'no_room';
