const en = {
  title: 'Diary entry',
  head: 'This entry no longer exists',
  text: 'Perhaps it was deleted in another tab or by an application.',
  backToDay: 'To the day',
};

const de: typeof en = {
  title: 'Eintrag im Tagebuch',
  head: 'Diesen Eintrag gibt es nicht mehr',
  text: 'Vielleicht wurde er in einem anderen Tab oder von einer Anwendung gelöscht.',
  backToDay: 'Zum Tag',
};

/** The texts that are shown instead of an entry that does not exist. */
export const goneTexts = { en, de };
