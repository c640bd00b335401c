import type { GoneTexts } from './gone.texts.ts';

const de: GoneTexts = {
  title: 'Eintrag im Tagebuch',
  head: 'Diesen Eintrag gibt es nicht mehr',
  text: 'Vielleicht wurde er in einem anderen Tab oder von einer Anwendung gelöscht.',
  backToDay: 'Zum Tag',
};

export default de;
