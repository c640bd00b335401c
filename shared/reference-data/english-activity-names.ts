import { englishActivityNames } from './english-activity-names.data.ts';

/** The English names of activity types by their ids. */
export const englishNames: ReadonlyMap<string, string> = new Map(
  englishActivityNames.map(([id, name]) => [String(id), name]),
);
