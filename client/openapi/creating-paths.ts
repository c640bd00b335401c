/** The paths, below the version, whose POST accepts an `Idempotency-Key`. */
export const creatingPaths = [
  '/data_source/',
  '/image/',
  '/import/',
  '/import/upload/',
  '/user/{id}/export/',
  '/diary',
];
