import * as pushedFiles from '#functions/diary/file-import/pushed/pushed-file.store.ts';
import {
  buildPushedFile,
  formatContent,
  isLost,
  type PushedFile,
  pushedLimits,
  toFileDigest,
  toPushedId,
  toPushedKey,
} from '#functions/diary/file-import/pushed/pushed-file.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import type { UploadedFile } from '#shared/contract/endpoint.ts';
import type { HandlerRequest } from '#shared/http/handler.ts';
import { compact } from '#shared/runtime/compact.ts';
import type { PushOutcome } from '../inbox.ts';
import { findOrCreateSource } from '../inbox-source.store.ts';
import { collectPush, listDeletedWorkouts, type Push } from '../readers/push.ts';
import type endpoints from './endpoints.ts';
import { findFormat, nameFile } from './sent-body.ts';
import {
  type ArrivedPush,
  findWholeBefore,
  noteDelivery,
  storePush,
} from './store-push.ts';

type FilesRequest = Pick<
  HandlerRequest<typeof endpoints.receiveByAddress>,
  'table' | 'pushes' | 'now' | 'fail'
>;

/** What became of a request, and how many files or messages of it are read later. */
type ReceivedOutcome = PushOutcome & { accepted: number };

/** The most of a message that is stored before it is answered, within two seconds. */
const maxAtOnce = { workouts: 32, months: 96, values: 5000 } as const;

/** Returns whether a message is too large to be stored before it is answered. */
export function isLarge(push: Push): boolean {
  const { workouts, values } = push;
  const deleted = listDeletedWorkouts(push);
  if (values.length > maxAtOnce.values) return true;
  const months = new Set(values.map(({ type, date }) => `${type} ${date.slice(0, 7)}`));
  return (
    workouts.length + deleted.length > maxAtOnce.workouts ||
    months.size > maxAtOnce.months
  );
}

/** Takes a large message, whose workouts and values a consumer stores. */
export async function receiveLarge(
  request: FilesRequest,
  arrived: ArrivedPush,
): Promise<ReceivedOutcome> {
  const { push, zone } = arrived;
  const { values, workouts, sequence } = push;
  const wholeBefore = findWholeBefore(push, zone, request.now);
  const bytes = formatContent({
    values,
    workouts,
    deleted: listDeletedWorkouts(push),
    ...compact({ sequence, wholeBefore }),
  });
  const content = { bytes, file_name: '', is_message: true } as const;
  const taken = await takeContents(request, arrived, [content]);
  const rest = { ...arrived, push: { ...push, values: [], workouts: [] } };
  const outcome = await storePush(request, rest, taken.files);
  await taken.start();
  return {
    ...outcome,
    unchanged: taken.known.unchanged + outcome.unchanged,
    ignored: taken.known.ignored + outcome.ignored,
    accepted: taken.accepted,
  };
}

/** Takes files, whose workouts a consumer stores. One that is known is not taken again. */
export async function receiveFiles(
  request: FilesRequest,
  owner: Pick<ArrivedPush, 'user_id' | 'inbox'>,
  files: readonly UploadedFile[],
): Promise<ReceivedOutcome> {
  if (files.length > pushedLimits.files) {
    const reason = `must have at most ${pushedLimits.files} files: send an archive`;
    throw request.fail('malformed_body', { reason });
  }
  const readable = files.filter(({ bytes }) => findFormat(bytes) !== undefined);
  const push = collectPush('other');
  const unknown = files.length - readable.length;
  if (unknown > 0) push.skip('a file of an unknown kind', unknown);
  const contents = readable.map((file) => ({
    bytes: file.bytes,
    file_name: nameFile(file),
  }));
  const taken = await takeContents(request, owner, contents);
  const outcome = { ...taken.known, ignored: taken.known.ignored + unknown };
  const noted = { ...outcome, files: taken.files };
  await noteDelivery(request, { ...owner, push: push.finish() }, noted);
  await taken.start();
  return { ...outcome, accepted: taken.accepted };
}

/** The bytes of a file or of a message. */
type Content = Pick<PushedFile, 'file_name' | 'is_message'> & { bytes: Buffer };

/** What is stored of contents. */
interface TakenContents {
  /** What became of those that were read before. */
  known: { stored: number; unchanged: number; ignored: number };
  /** How many others there are. */
  accepted: number;
  /** The digests of those whose objects are stored. */
  files: string[];
  /** Stores their items, which starts their reading: the last of what a request stores. */
  start: () => Promise<void>;
}

async function takeContents(
  { table, pushes, now }: FilesRequest,
  { user_id, inbox }: Pick<ArrivedPush, 'user_id' | 'inbox'>,
  contents: readonly Content[],
): Promise<TakenContents> {
  const byId = new Map(
    contents.map((content) => [toPushedId(inbox.id, toDigest(content.bytes)), content]),
  );
  const known = await pushedFiles.findFiles(table, user_id, [...byId.keys()]);
  const counts = { stored: 0, unchanged: 0, ignored: 0 };
  const items: { file: PushedFile; before: (typeof known)[number] }[] = [];
  let accepted = 0;
  for (const [index, [id, content]] of [...byId].entries()) {
    const before = known[index];
    if (before?.state === 'done') {
      counts.unchanged += before.stored + before.unchanged;
      counts.ignored += before.ignored;
      continue;
    }
    accepted += 1;
    if (before && !isLost(before, now)) continue;
    const { bytes, ...named } = content;
    const file = buildPushedFile({ id, inbox_id: inbox.id, ...named }, now);
    const type = 'application/octet-stream';
    await pushes.put(toPushedKey(user_id, file), { bytes, type });
    items.push({ file, before });
  }
  return {
    known: counts,
    accepted,
    files: items.map(({ file }) => toFileDigest(file)),
    start: async () => {
      // The consumer, which knows no apps, finds the data source in the inbox.
      if (items.length > 0) await findOrCreateSource(table, user_id, inbox, now);
      for (const { file, before } of items)
        await pushedFiles.create(table, user_id, file, before);
    },
  };
}
