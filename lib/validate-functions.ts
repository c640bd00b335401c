import type { FunctionDefinition } from '#shared/contract/function.ts';
import type { FunctionEntry } from './definitions.ts';

const triggers: readonly unknown[] = ['authorizer', 'cdn', 'schedule', 'stream'];

/**
 * Returns the problems of functions that serve no route and consume no queue, one sentence each,
 * with the folder.
 */
export function validateFunctions(entries: readonly FunctionEntry[]): string[] {
  const problems = entries.flatMap(({ id, definition }) =>
    validateFunction(definition).map((problem) => `functions/${id}: ${problem}`),
  );
  return problems.length > 0 ? problems : findDuplicates(entries);
}

function validateFunction(definition: FunctionDefinition | null | undefined): string[] {
  if (typeof definition !== 'object' || definition === null) {
    return ['function.ts must have defineFunction({ ... }) as its default export'];
  }
  const { summary, trigger, cdnPath, examplePath, everyMinutes } = definition;
  const problems: string[] = [];
  if (typeof summary !== 'string' || summary === '')
    problems.push('summary must be a sentence');
  if (!triggers.includes(trigger))
    problems.push('trigger must be authorizer, cdn, schedule or stream');
  if (cdnPath !== undefined && trigger !== 'cdn') {
    problems.push('cdnPath is for functions with the trigger cdn');
  }
  if (trigger === 'cdn' && !examplePath?.startsWith('/')) {
    problems.push('examplePath must be a path that the function serves');
  }
  const hasInterval = Number.isInteger(everyMinutes) && Number(everyMinutes) > 0;
  if (trigger === 'schedule' && !hasInterval) {
    problems.push('everyMinutes must be a whole number of minutes');
  }
  if (trigger !== 'schedule' && everyMinutes !== undefined) {
    problems.push('everyMinutes is for functions with the trigger schedule');
  }
  return problems;
}

/**
 * Returns a problem for each purpose that several functions have. There can be one authorizer, one
 * reader of the stream, one function for each path of the CDN, and any number of schedules.
 */
function findDuplicates(entries: readonly FunctionEntry[]): string[] {
  const limited = entries.filter(({ definition }) => definition.trigger !== 'schedule');
  const byPurpose = Map.groupBy(limited, ({ definition }) => describePurpose(definition));
  return [...byPurpose].flatMap(([purpose, functions]) => {
    if (functions.length === 1) return [];
    const folders = functions.map(({ id }) => `functions/${id}`).join(' and ');
    return [`${folders} are both ${purpose}`];
  });
}

function describePurpose({ trigger, cdnPath }: FunctionDefinition): string {
  if (trigger === 'cdn') return `the CDN origin of ${cdnPath ?? 'image variants'}`;
  return trigger === 'stream' ? "the reader of the table's stream" : 'the authorizer';
}
