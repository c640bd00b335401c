import * as identities from '#functions/auth/identity/identity.store.ts';
import { hasHealthConsent } from '#functions/auth/identity/processing.ts';
import { toFileWorkoutId } from '#functions/diary/entry/origin.ts';
import type { PushedWorkout } from '#functions/diary/workout-import/import-inbox-workouts.ts';
import type { FileWorkout } from '#functions/diary/workout-import/workout.ts';
import { compact } from '#shared/runtime/compact.ts';
import { type FileSource, openObjectSource } from '../archives/file-source.ts';
import { type ListedFile, listFiles } from '../archives/list-files.ts';
import * as pushedFiles from '../pushed/pushed-file.store.ts';
import { type PushedFile, parseContent, toPushedKey } from '../pushed/pushed-file.ts';
import type { RunContext } from './import-listed.ts';
import { createPushedSink, type PushedSink } from './pushed-sink.ts';

/** The end of the reading of a file that an inbox has taken. */
type PushedOutcome = 'outdated' | 'held' | 'done' | 'missing' | 'erased';

type PushedContext = Pick<RunContext, 'table' | 'files' | 'isTimeUp' | 'getNow'>;

/**
 * Stores the workouts and values of a file that an inbox has taken, and deletes its object. It can
 * be interrupted at any point and repeated: what is stored is found. Throws if a store cannot be
 * reached.
 */
export async function storePushed(
  { table, files, isTimeUp, getNow }: PushedContext,
  user_id: string,
  { id }: Pick<PushedFile, 'id'>,
): Promise<PushedOutcome> {
  const key = toPushedKey(user_id, { id });
  const { pushed, inbox } = await pushedFiles.findWithInbox(table, user_id, id);
  const profile = await identities.findProfile(table, user_id);
  if (pushed?.state !== 'queued' || !inbox || !profile) {
    // An earlier run may have ended before it deleted the object.
    await files.delete(key);
    return pushed && pushed.state !== 'queued' ? 'outdated' : 'erased';
  }
  if (profile.restricted_datetime !== undefined) return 'held';

  const sink = createPushedSink(table, { user_id, pushed, inbox, getNow });
  const finish = (state: PushedFile['state']) =>
    pushedFiles.finishFile(table, user_id, { ...sink.getCounts(), id, state });
  /** Its item, if that is still there, says that it can be taken again. */
  const giveUp = async (reason: string) => {
    sink.skip(reason);
    await files.delete(key);
    await finish('missing');
  };
  const hasConsent = hasHealthConsent(profile);
  const source = hasConsent ? await openObjectSource(files, key) : undefined;
  if (!source) {
    await giveUp(
      hasConsent ? 'a file that could not be read in time' : 'no_body_consent',
    );
    return 'missing';
  }
  if (pushed.is_message) await storeMessage(sink, source);
  else {
    const context = { from: 0, timeZone: profile.time_zone ?? 'UTC' };
    for await (const file of listFiles(source, pushed.file_name, context)) {
      await storeFile(sink, file);
      if (isTimeUp()) sink.skip('too_many_files');
      if (isTimeUp() || sink.isClosed()) break;
    }
  }
  if (sink.isClosed()) {
    await giveUp('no_body_consent');
    return 'erased';
  }
  await finish('done');
  await files.delete(key);
  return 'done';
}

async function storeMessage(sink: PushedSink, source: FileSource): Promise<void> {
  const bytes = await source.read(0, source.size);
  const message = parseContent(bytes);
  await sink.store(message);
  await sink.deleteLate(message);
}

async function storeFile(
  sink: PushedSink,
  { decoded, digest }: ListedFile,
): Promise<void> {
  if (decoded.outcome === 'workouts') {
    const { identity = digest, workouts } = decoded;
    const pushed = workouts.map((workout, index) =>
      toPushedWorkout(toFileWorkoutId(identity, index), workout),
    );
    await sink.store({ workouts: pushed });
  } else if (decoded.outcome === 'measurements') {
    for (const { source_name, values } of decoded.measurements.list(() => undefined))
      await sink.store({ values: values.map((value) => ({ ...value, source_name })) });
  } else {
    sink.skip(decoded.outcome === 'rows' ? 'unknown_kind' : decoded.reason);
  }
}

function toPushedWorkout(
  id: string,
  { curves, best, ...stated }: FileWorkout,
): PushedWorkout {
  const sampled = compact({ curves, best });
  return { id, stated, ...compact({ sampled: curves && sampled }) };
}
