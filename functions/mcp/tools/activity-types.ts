import * as z from 'zod/mini';
import { described, text } from '#shared/contract/schema.ts';
import { englishNames } from '#shared/reference-data/english-activity-names.ts';
import { defineTool, reads } from '../tool/tool.ts';

/** The most activity types of an answer. */
const maxTypes = 20;

/** Returns how well a name matches: it is the query, begins with it, or has all of its words. */
function rankName(name: string, query: string): number {
  const known = name.toLowerCase();
  if (known === query) return 0;
  if (known.startsWith(query)) return 1;
  const words = query.split(/\s+/);
  return words.every((word) => known.includes(word)) ? 2 : Number.POSITIVE_INFINITY;
}

export const activityTypeTool = defineTool({
  name: 'find_activity_type',
  title: 'Find an activity type',
  description:
    `Finds at most ${maxTypes} kinds of activity by English words of their names, the best ` +
    'first. The id of one is needed to log a workout.',
  scope: 'any',
  input: z.object({
    query: described(text(100, 1), 'English words of the name.', 'trail running'),
  }),
  annotations: reads,
  async run({ input }) {
    const query = input.query.trim().toLowerCase();
    const types = [...englishNames].map(([id, name]) => {
      return { id, name, rank: rankName(name, query) };
    });
    const matching = types.filter(({ rank }) => Number.isFinite(rank));
    const best = matching.sort((one, other) => one.rank - other.rank).slice(0, maxTypes);
    return { items: best.map(({ id, name }) => ({ id, name })) };
  },
});
