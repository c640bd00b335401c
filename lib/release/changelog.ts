/** Splits a changelog at the heading of the changes that no release has yet. */
const unreleased = /^## (\S+) \(unreleased\)$/m;

/** Returns the version of the next release, or undefined if the last one has all changes. */
export function findNextRelease(changelog: string): string | undefined {
  return unreleased.exec(changelog)?.[1];
}

/** Returns the changelog with the date of the next release. */
export function dateNextRelease(changelog: string, date: string): string {
  return changelog.replace(unreleased, `## $1 (${date})`);
}

/**
 * Lists the names in backquotes below “Breaking changes” of the next release: of resources, outputs
 * and operations.
 */
export function listBreakingNames(changelog: string): string[] {
  const [, , changes = ''] = changelog.split(unreleased);
  const [section = ''] = changes.split(/^## /m);
  const [, breaking = ''] = section.split(/^### Breaking changes$/m);
  const [own = ''] = breaking.split(/^### /m);
  return [...own.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
}
