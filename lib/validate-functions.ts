import type { FunctionDefinition } from '#shared/contract/function.ts';
import type { FunctionEntry } from './definitions.ts';

const triggers: readonly unknown[] = ['authorizer', 'cdn'];

/**
 * Returns what is wrong with functions that serve no route, one sentence a problem, each naming its
 * folder.
 */
export function validateFunctions(entries: readonly FunctionEntry[]): string[] {
  const problems = entries.flatMap(({ id, definition }) =>
    validate(definition).map((problem) => `functions/${id}: ${problem}`),
  );
  return problems.length > 0 ? problems : findSharedRoles(entries);
}

function validate(definition: FunctionDefinition | null | undefined): string[] {
  if (typeof definition !== 'object' || definition === null) {
    return ['function.ts must have defineFunction({ ... }) as its default export'];
  }
  const { summary, trigger, cdnPath, examplePath } = definition;
  const problems: string[] = [];
  if (typeof summary !== 'string' || summary === '') problems.push('summary must be a sentence');
  if (!triggers.includes(trigger)) problems.push('trigger must be authorizer or cdn');
  if (cdnPath !== undefined && trigger !== 'cdn') {
    problems.push('cdnPath is for functions with the trigger cdn');
  }
  if (trigger === 'cdn' && !examplePath?.startsWith('/')) {
    problems.push('examplePath must be a path that the function serves');
  }
  return problems;
}

/**
 * Finds functions that have the same role: there is one authorizer, and one CDN origin for each
 * path.
 */
function findSharedRoles(entries: readonly FunctionEntry[]): string[] {
  const byRole = Map.groupBy(entries, ({ definition: { trigger, cdnPath } }) =>
    trigger === 'cdn' ? `the CDN origin of ${cdnPath ?? 'image variants'}` : 'the authorizer',
  );
  const shared = [...byRole].filter(([, sharing]) => sharing.length > 1);
  return shared.map(([role, sharing]) => {
    const folders = sharing.map(({ id }) => `functions/${id}`).join(' and ');
    return `${folders} are both ${role}`;
  });
}
