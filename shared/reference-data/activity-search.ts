import { toSearchKey } from '#shared/runtime/search-key.ts';
import { activityTypeKeys } from './activity-type-keys.data.ts';
import type { ActivityTypeKey } from './activity-type-keys.ts';

/** The words by which activities are found in a language. */
export interface ActivityWords {
  /** Their names by their ids. */
  names: ReadonlyMap<string, string>;
  aliases: Partial<Record<ActivityTypeKey, string>>;
}

/** An activity of the catalog, and its name in a language. */
export interface NamedActivity {
  id: string;
  name: string;
}

/** How well a word matches an activity. The least is the best. */
const costs = { alias: 0, name: 1, start: 2, above: 3, inside: 4, none: 100 };

/** The least letters of a stem or of a word that are looked for at the start or inside of words. */
const minPartLength = 4;

const ending = /(?:ings?|ers?|en|es|e|n|s)$/;

/** Returns the stem of a word: `run` for `running`, `wander` for `Wandern`. */
function toStem(word: string): string {
  const stem = word.replace(ending, '');
  return (stem.length < 3 ? word : stem).replace(/(.)\1$/, '$1');
}

/** A word, and what it has in common with its other forms. */
interface Word {
  text: string;
  stem: string;
}

function toWords(text: string): Word[] {
  const words = toSearchKey(text).split(/[^\p{L}\p{N}]+/u);
  return words.filter(Boolean).map((word) => ({ text: word, stem: toStem(word) }));
}

/** An activity with its words, and those of the activities above it. */
interface Described extends NamedActivity {
  ofName: readonly Word[];
  ofAliases: readonly Word[];
  above: readonly Word[];
}

/** Lists the keys above one: `ride_mountain` and `ride` for `ride_mountain_race`. */
function listKeysAbove(key: string): string[] {
  const end = key.lastIndexOf('_');
  if (end < 0) return [];
  const above = key.slice(0, end);
  return [above, ...listKeysAbove(above)];
}

function describeActivities({ names, aliases }: ActivityWords): Described[] {
  const described = activityTypeKeys.map(({ key, id }) => {
    const name = names.get(id) ?? '';
    return {
      key,
      id,
      name,
      ofName: toWords(name),
      ofAliases: toWords(aliases[key] ?? ''),
    };
  });
  const byKey = new Map<string, (typeof described)[number]>(
    described.map((activity) => [activity.key, activity]),
  );
  const listOwn = (key: string) => {
    const { ofName = [], ofAliases = [] } = byKey.get(key) ?? {};
    return [...ofName, ...ofAliases];
  };
  return described.map((activity) => {
    return { ...activity, above: listKeysAbove(activity.key).flatMap(listOwn) };
  });
}

/** Returns how well a word of a query matches an activity. */
function rateWord({ text, stem }: Word, { ofName, ofAliases, above }: Described): number {
  const isSame = (known: Word) => known.stem === stem;
  if (ofAliases.some(isSame)) return costs.alias;
  if (ofName.some(isSame)) return costs.name;
  const own = [...ofName, ...ofAliases];
  const parts = stem.length < minPartLength ? [text] : [text, stem];
  if (own.some((known) => parts.some((part) => known.text.startsWith(part))))
    return costs.start;
  if (above.some(isSame)) return costs.above;
  const isLong = text.length >= minPartLength;
  return isLong && own.some((known) => known.text.includes(stem))
    ? costs.inside
    : costs.none;
}

/** The activities of the words with which they were described. */
const describedActivities = new WeakMap<ActivityWords, readonly Described[]>();

/**
 * Returns the activities that a text means, the best first: those with most of its words. Returns
 * none if no word is known.
 */
export function findActivities(text: string, words: ActivityWords): NamedActivity[] {
  const wanted = toWords(text);
  const activities = describedActivities.get(words) ?? describeActivities(words);
  describedActivities.set(words, activities);
  const rated = activities.map((activity) => {
    const ratings = wanted.map((word) => rateWord(word, activity));
    const missing = ratings.filter((cost) => cost === costs.none).length;
    const cost = ratings.reduce((total, each) => total + each, 0);
    return { activity, missing, cost };
  });
  const fewest = Math.min(...rated.map(({ missing }) => missing));
  if (fewest >= wanted.length) return [];
  const best = rated.filter(({ missing }) => missing === fewest);
  const inOrder = best.sort(
    (one, other) =>
      one.cost - other.cost || one.activity.ofName.length - other.activity.ofName.length,
  );
  return inOrder.map(({ activity: { id, name } }) => ({ id, name }));
}

/** Lists the names of activities, and all other words by which they are found. */
export function listActivityWords({ names, aliases }: ActivityWords): string[] {
  return [
    ...names.values(),
    ...Object.values(aliases).flatMap((each) => each.split(' ')),
  ];
}
