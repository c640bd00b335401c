import type { ActivityTexts } from './activity.texts.ts';

const de: ActivityTexts = {
  title: 'Aktivität wählen',
  search: 'Aktivität',
  hint: 'Geben Sie einen Teil ihres Namens ein, oder wählen Sie unten eine.',
  continue: 'Weiter',
  nothingFound: 'Keine Aktivität heißt so. Versuchen Sie ein anderes Wort.',
  found: 'Gefunden',
  first: 'Oft gewählt',
};

export default de;
