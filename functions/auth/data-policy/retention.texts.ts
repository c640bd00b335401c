import de from './retention.texts.de.ts';

const en = {
  keptFor: (days: number) =>
    `Workouts are kept for ${days === 1 ? 'a day' : `${days} days`} after they were last read ` +
    'there. Before that time ends, they are read again automatically.',
  erasedLater:
    'When you disconnect, its workouts are deleted from your diary, except those that you have ' +
    'edited.',
};

/** The texts about how long workouts of a provider are kept. */
export const retentionTexts = { en, de };
export type RetentionTexts = typeof en;
