import type { RetentionTexts } from './retention.texts.ts';

const de: RetentionTexts = {
  keptFor: (days) =>
    `Trainings werden ${days === 1 ? 'einen Tag' : `${days} Tage`} lang aufbewahrt, nachdem sie ` +
    'dort zuletzt gelesen wurden. Bevor diese Zeit endet, werden sie automatisch erneut gelesen.',
  erasedLater:
    'Wenn Sie den Dienst trennen, werden seine Trainings aus Ihrem Tagebuch gelöscht, außer ' +
    'denen, die Sie bearbeitet haben.',
};

export default de;
