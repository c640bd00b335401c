import type { DecodedFile } from '#functions/diary/file-import/formats/decoded-file.ts';

/** Returns a decoded file without the curves and best times of its workouts, for comparisons. */
export function withoutCurves(decoded: DecodedFile): DecodedFile {
  if (decoded.outcome !== 'workouts') return decoded;
  const workouts = decoded.workouts.map(({ curves: _, best: __, ...workout }) => workout);
  return { ...decoded, workouts };
}
