import { englishNames } from './english-activity-names.ts';
import { germanActivityNames } from './german-activity-names.data.ts';

/** The German names of activity types by their ids. */
export const germanNames: ReadonlyMap<string, string> = new Map(
  germanActivityNames.map(([id, name]) => [String(id), name]),
);

/** Returns the name of an activity type in a language, or undefined if no type has the id. */
export function findActivityName(id: string, language: 'en' | 'de'): string | undefined {
  return (language === 'de' ? germanNames : englishNames).get(id);
}
