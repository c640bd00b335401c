import de from './activity.texts.de.ts';

const en = {
  title: 'Choose an activity',
  search: 'Activity',
  hint: 'Type a word for it, or choose one below.',
  continue: 'Continue',
  nothingFound: 'No activity has this name. Try another word.',
  found: 'Found',
  meant: 'Did you mean',
  first: 'Often chosen',
};

/** The texts of the page on which the activity of an exercise is chosen. */
export const activityTexts = { en, de };
export type ActivityTexts = typeof en;
