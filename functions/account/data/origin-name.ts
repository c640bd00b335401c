import type {
  Duplicate,
  FileOrigin,
  WorkoutReference,
} from '#functions/diary/entry/origin.ts';
import type { ExerciseTexts } from './exercise.texts.ts';

/**
 * The origin of an imported entry. A file or a workout of an inbox that only a decision names has
 * no name.
 */
type NamedOrigin = WorkoutReference &
  Partial<Record<'file_name' | 'inbox_id' | 'source_name', string | undefined>> &
  Pick<FileOrigin, 'original'>;

/** What origins are named with. */
export interface NameView {
  words: ExerciseTexts;
  /** Returns the display name of a provider. */
  getProviderName(type: string): string;
}

/** Names the provider, file or inbox, e.g. `Polar` or `run.fit`. */
export function nameOrigin(
  { remote_connection_type, file_name, original }: NamedOrigin,
  { words, getProviderName }: NameView,
): string {
  if (remote_connection_type !== undefined)
    return getProviderName(remote_connection_type);
  return original?.file_name ?? file_name ?? words.file;
}

/** Says where an entry was imported from, e.g. `from Polar` or `from the file “run.fit”`. */
export function nameWithPreposition(
  { remote_connection_type, file_name, inbox_id, source_name, original }: NamedOrigin,
  { words, getProviderName }: NameView,
): string {
  if (inbox_id !== undefined && file_name !== undefined)
    return words.fromInbox(file_name, source_name);
  if (remote_connection_type === undefined)
    return words.fromFile(original?.file_name ?? file_name);
  return words.fromProvider(getProviderName(remote_connection_type));
}

/** Says that a duplicate is hidden, and which rules have decided so. */
export function describeDuplicate(duplicate: Duplicate, view: NameView): string {
  const { matched_by, decided_by } = duplicate;
  const { words } = view;
  return words.duplicate(
    nameWithPreposition(duplicate, view),
    words.matchedBy[matched_by],
    words.decidedBy[decided_by],
  );
}
