import { mapSport } from '#functions/diary/workout-import/sport.ts';
import { fileSports, unknownSport } from './file-sports.data.ts';

/**
 * Returns our activity type for the word of a GPX, TCX or KML file. Garmin has added `_v2` or `_ws`
 * to the keys of types that it has changed.
 */
export function mapFileSport(word: string) {
  return mapSport(fileSports, word || unknownSport, [word.replace(/_(?:v2|ws)$/i, '')]);
}
