const en = {
  keptFor: (days: number) =>
    `Workouts are kept for ${days === 1 ? 'a day' : `${days} days`} after they were last read ` +
    'there. Before that time ends, they are read again automatically.',
  erasedLater:
    'When you disconnect, its workouts are deleted from your diary, except those that you have ' +
    'edited.',
};

const de: typeof en = {
  keptFor: (days) =>
    `Trainings werden ${days === 1 ? 'einen Tag' : `${days} Tage`} lang aufbewahrt, nachdem sie ` +
    'dort zuletzt gelesen wurden. Bevor diese Zeit endet, werden sie automatisch erneut gelesen.',
  erasedLater:
    'Wenn Sie den Dienst trennen, werden seine Trainings aus Ihrem Tagebuch gelöscht, außer ' +
    'denen, die Sie bearbeitet haben.',
};

/** The texts about how long workouts of a provider are kept. */
export const retentionTexts = { en, de };
