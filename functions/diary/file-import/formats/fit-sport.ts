import { mapSport } from '#functions/diary/import/sport.ts';
import { unknownSport } from './file-sports.data.ts';
import { fitSports, sportNames, subSportNames } from './fit-sport.data.ts';

/** The numbers of sports that are parts or sums of an activity. */
export const partSports = { transition: 3, multisport: 18 } as const;

const virtualActivity = 58;

/** Returns whether a variant of a sport takes place on a screen. */
export function isVirtual(sub_sport: number | undefined): boolean {
  return sub_sport === virtualActivity;
}

/**
 * Returns our activity type for the numbers of a sport and its variant, with their names, e.g.
 * `running/trail`.
 */
export function mapFitSport(sport: number | undefined, sub_sport = 0) {
  if (sport === undefined) return mapSport(fitSports, unknownSport);
  const name = sportNames[sport] ?? `sport ${sport}`;
  const subName = subSportNames[sub_sport];
  if (!subName) return mapSport(fitSports, name);
  return mapSport(fitSports, `${name}/${subName}`, [subName, name]);
}
