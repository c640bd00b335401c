/** Matches the path parameters of a path, e.g. `{id}`. */
export const parameterPattern = /\{[^}]+\}/g;

/** Removes the names of path parameters: `/thing/{id}/` becomes `/thing/{}/`. */
export function anonymizePath(path: string): string {
  return path.replace(parameterPattern, '{}');
}
