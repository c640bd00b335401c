import type { WorkoutReference } from '#functions/diary/entry/origin.ts';
import type { DayPageView } from './day.page.ts';

/** The origin of an imported entry. A file that only a decision names has no name. */
type NamedOrigin = WorkoutReference & { file_name?: string | undefined };

type NameView = Pick<DayPageView, 'labels' | 'getProviderName'>;

/** Names the provider or the file, e.g. `Polar` or `run.fit`. */
export function nameOrigin(
  { remote_connection_type, file_name }: NamedOrigin,
  { labels, getProviderName }: NameView,
): string {
  if (remote_connection_type !== undefined)
    return getProviderName(remote_connection_type);
  return file_name ?? labels.file;
}

/** Says where an entry was imported from, e.g. `from Polar` or `from the file “run.fit”`. */
export function nameWithPreposition(
  { remote_connection_type, file_name }: NamedOrigin,
  { labels, getProviderName }: NameView,
): string {
  if (remote_connection_type === undefined) return labels.fromFile(file_name);
  return labels.fromProvider(getProviderName(remote_connection_type));
}
