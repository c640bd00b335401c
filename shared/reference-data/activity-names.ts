import { germanActivityNames } from './activity-names.data.ts';
import { findActivityType } from './activity-types.ts';

const germanNames = new Map(germanActivityNames.map(([id, name]) => [String(id), name]));

/** Returns the name of an activity type in a language, or undefined if no type has the id. */
export function findActivityName(id: string, language: 'en' | 'de'): string | undefined {
  return language === 'de' ? germanNames.get(id) : findActivityType(id)?.name;
}
