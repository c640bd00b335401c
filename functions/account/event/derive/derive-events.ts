import { dayKeys } from '#functions/diary/entry/day.keys.ts';
import { parseEntryId } from '#functions/diary/entry/day-item.ts';
import { fileImportKeys } from '#functions/diary/file-import/file-import.keys.ts';
import { measurementKeys } from '#functions/diary/measurement/measurement.keys.ts';
import { originKeys } from '#functions/diary/merging/origin.keys.ts';
import { dataSourceKeys } from '#functions/main/data-source/data-source.keys.ts';
import { imageKeys } from '#functions/main/image/image.keys.ts';
import { isServicePrincipal } from '#shared/auth/principal.ts';
import { toDigest } from '#shared/auth/secrets.ts';
import type { RecordSelection } from '#shared/contract/function.ts';
import { type ChangeRecord, fromStreamImage } from '#shared/queue/stream.ts';
import { compact } from '#shared/runtime/compact.ts';
import { requireOwner } from '#shared/table/keys.ts';
import type { RecordEvents } from '../event.store.ts';
import { deriveEntryEvents } from './entry-events.ts';
import type { EventDraft, ItemChange } from './item-change.ts';
import { deriveMeasurementEvents } from './measurement-events.ts';
import {
  deriveConnectionEvents,
  deriveImageEvents,
  deriveImportEvents,
  deriveSourceEvents,
} from './resource-events.ts';

type Images = ChangeRecord['dynamodb'];

/** A kind of items whose changes are events. */
interface EventSource {
  /** The prefix of the sort keys. */
  prefix: string;
  /** Whether deletions are events, too. Of other kinds, only an erasure deletes items. */
  hasDeletions: boolean;
  derive(images: Images): EventDraft[];
}

function defineSource<Item extends object>(
  prefix: string,
  derive: (change: ItemChange<Item>) => EventDraft[],
  { hasDeletions = false, select = (images: Images) => images } = {},
): EventSource {
  return {
    prefix,
    hasDeletions,
    derive: (images) => {
      const { OldImage, NewImage } = select(images);
      return derive({
        before: OldImage && fromStreamImage(OldImage),
        after: NewImage && fromStreamImage(NewImage),
      });
    },
  };
}

const hasDeletions = true;

const sources: readonly EventSource[] = [
  defineSource(dayKeys.diaryDay('', '').sk, deriveEntryEvents, {
    select: pickChangedEntries,
  }),
  defineSource(dataSourceKeys.dataSource('', '').sk, deriveSourceEvents),
  defineSource(imageKeys.image('').sk, deriveImageEvents, { hasDeletions }),
  defineSource(originKeys.remoteConnection('', '').sk, deriveConnectionEvents, {
    hasDeletions,
  }),
  defineSource(measurementKeys.measurements('', '').sk, deriveMeasurementEvents),
  defineSource(fileImportKeys.importJob('', '').sk, deriveImportEvents, { hasDeletions }),
];

/** The records of the table's stream that can make events. */
export const eventRecords: readonly RecordSelection[] = [
  { on: 'write', prefixes: listPrefixes(sources) },
  {
    on: 'delete',
    prefixes: listPrefixes(sources.filter((source) => source.hasDeletions)),
  },
];

function listPrefixes(selected: readonly EventSource[]): string[] {
  return selected.map(({ prefix }) => prefix);
}

/** The events of one record, and the person in whose log they are. */
export interface PersonEvents extends RecordEvents {
  user_id: string;
}

/**
 * Returns the events that a record of the table's stream makes, or undefined if it makes none. The
 * result depends on the record only, so a repeated record makes the same events.
 */
export function deriveEvents(record: ChangeRecord): PersonEvents | undefined {
  const { eventID, eventName, dynamodb: images } = record;
  const isDeletion = eventName === 'REMOVE';
  const source = sources.find(({ prefix }) => images.Keys.sk.S.startsWith(prefix));
  if (!source || (isDeletion && !source.hasDeletions)) return undefined;
  const user_id = findUser(images);
  if (isServicePrincipal(user_id)) return undefined;

  const drafts = source.derive(images);
  if (drafts.length === 0) return undefined;
  const id = `evt_${eventID}_`;
  const timestamp = toTimestamp(images);
  const events = drafts.map((draft) => ({
    id: `${id}${toSuffix(draft)}`,
    timestamp,
    ...compact({ remote_connection_type: findText(images, 'remote_connection_type') }),
    ...draft,
  }));
  return { user_id, id, events };
}

/** Tells the events of a record apart, and no viewer how many of them are hidden. */
function toSuffix({ resource }: EventDraft): string {
  return toDigest(resource.id).slice(0, 11);
}

function toTimestamp({ ApproximateCreationDateTime: seconds }: Images): string {
  return new Date(seconds * 1000).toISOString();
}

/** Returns the owner of an item: that of its partition, or the one that it names. */
function findUser(images: Images): string {
  return findText(images, 'user_id') ?? requireOwner({ pk: images.Keys.pk.S });
}

/** Returns an attribute of an item, or undefined if it is missing or no text. */
function findText({ OldImage, NewImage }: Images, name: string): string | undefined {
  const value = (NewImage ?? OldImage)?.[name];
  return value && 'S' in value ? value.S : undefined;
}

/**
 * Leaves out what a write did not change of a day, which has up to 400 KB, but for the batches of
 * entries that were moved to other days.
 */
function pickChangedEntries({ OldImage = {}, NewImage = {}, ...images }: Images): Images {
  const names = new Set([...Object.keys(OldImage), ...Object.keys(NewImage)]);
  const changed = [...names].filter(
    (name) => JSON.stringify(OldImage[name]) !== JSON.stringify(NewImage[name]),
  );
  const batches = changed.flatMap((name) => parseEntryId(name)?.batch ?? []);
  const picked = new Set(['pk', 'sk', ...changed, ...batches]);
  const pick = (image: NonNullable<Images['NewImage']>) =>
    Object.fromEntries(Object.entries(image).filter(([name]) => picked.has(name)));
  return { ...images, OldImage: pick(OldImage), NewImage: pick(NewImage) };
}
