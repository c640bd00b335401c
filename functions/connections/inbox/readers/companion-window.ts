import { isWithinBounds } from '#functions/diary/entry/dates.ts';
import { compact } from '#shared/runtime/compact.ts';
import { toUtcDate } from '#shared/runtime/time.ts';
import { isMembers, listObjects, type Members, readId, readText } from './push.ts';

/** The part of a window of days that a message has: the app sends such windows when asked to. */
export interface PushedWindow {
  /** In epoch milliseconds. */
  start: number;
  end: number;
  /** Whether it is the last message of the window. */
  isLast: boolean;
  /** The ids of all records of the message, of kinds that are kept. */
  ids: readonly string[];
  workout_ids: readonly string[];
  /** The lists that the app has read. Undefined if it does not tell. */
  read?: readonly string[];
}

/** The longest window that is compared, in milliseconds. The app sends 72 hours. */
const maxLength = 7 * 86_400_000;

/** The lists of values and of workouts that are kept. */
interface KeptLists {
  lists: readonly string[];
  workoutList: string;
}

/** Reads the window of a message, if it is part of one. */
export function readPushedWindow(
  message: Members,
  { lists, workoutList }: KeptLists,
): PushedWindow | undefined {
  if (message.backfill !== true) return undefined;
  const start = Date.parse(readText(message.window_start) ?? '');
  const end = Date.parse(readText(message.window_end) ?? '');
  const isWindow = start < end && end - start <= maxLength;
  if (!isWindow || ![start, end].every(isOfDiary)) return undefined;
  const listIds = (name: string) =>
    listObjects(message[name]).flatMap(({ uuid }) => readId(uuid) ?? []);
  const { _diagnostics: told } = message;
  const isToldRead = (name: string) => isMembers(told) && isRead(told[name]);
  const read = isMembers(told) ? [...lists, workoutList].filter(isToldRead) : undefined;
  return {
    start,
    end,
    isLast: message.window_complete === true,
    ids: lists.flatMap(listIds),
    workout_ids: listIds(workoutList),
    ...compact({ read }),
  };
}

function isOfDiary(ms: number): boolean {
  return isWithinBounds(toUtcDate(new Date(ms)));
}

/** Returns whether the app says that it has read a list without an error. */
function isRead(told: unknown): boolean {
  if (!isMembers(told)) return false;
  return told.permission_granted !== false && (told.error ?? null) === null;
}
