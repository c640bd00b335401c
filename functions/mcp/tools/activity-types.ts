import * as z from 'zod/mini';
import { described, text } from '#shared/contract/schema.ts';
import { englishAliases } from '#shared/reference-data/activity-aliases.data.ts';
import { findActivities } from '#shared/reference-data/activity-search.ts';
import { englishNames } from '#shared/reference-data/english-activity-names.ts';
import { defineTool, reads } from '../tool/tool.ts';

/** The most activity types of an answer. */
const maxTypes = 20;

const words = { names: englishNames, aliases: englishAliases };

export const activityTypeTool = defineTool({
  name: 'find_activity_type',
  title: 'Find an activity type',
  description:
    `Finds at most ${maxTypes} kinds of activity by everyday English words, the best first. ` +
    'The id of one is needed to log a workout.',
  scope: 'any',
  input: z.object({
    query: described(text(100, 1), 'English words of the activity.', 'trail running'),
  }),
  annotations: reads,
  async run({ input }) {
    const found = findActivities(input.query, words);
    return { items: found.slice(0, maxTypes) };
  },
});
