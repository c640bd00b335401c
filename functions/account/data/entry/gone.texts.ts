import de from './gone.texts.de.ts';

const en = {
  title: 'Diary entry',
  head: 'This entry no longer exists',
  text: 'Perhaps it was deleted in another tab or by an application.',
  backToDay: 'To the day',
};

/** The texts that are shown instead of an entry that does not exist. */
export const goneTexts = { en, de };
export type GoneTexts = typeof en;
