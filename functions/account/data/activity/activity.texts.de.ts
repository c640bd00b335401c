import type { ActivityTexts } from './activity.texts.ts';

const de: ActivityTexts = {
  title: 'Aktivität wählen',
  search: 'Aktivität',
  hint: 'Geben Sie ein Wort dafür ein, oder wählen Sie unten eine.',
  continue: 'Weiter',
  nothingFound: 'Keine Aktivität heißt so. Versuchen Sie ein anderes Wort.',
  found: 'Gefunden',
  meant: 'Meinten Sie',
  first: 'Oft gewählt',
};

export default de;
