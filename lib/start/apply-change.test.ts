import { afterEach, expect, it, vi } from 'vitest';
import { createChangeApplier, type DevelopedService } from './apply-change.ts';
import type { CodeFolders, DevelopmentBuild } from './development-build.ts';

/** The state of the service, and the results of the steps of a build. */
interface Conditions {
  isRunning?: boolean;
  /** The folders of new code, or undefined if bundling fails. */
  bundled?: CodeFolders | undefined;
  /** The step that cannot read a file of the last build. */
  unreadable?: 'list' | 'bundle' | 'build' | undefined;
  concernsTemplate?: boolean;
  isBuilt?: boolean;
  /** Whether the service starts again with the change. */
  canStart?: boolean;
}

const defaults = {
  isRunning: true,
  bundled: {},
  unreadable: undefined,
  concernsTemplate: false,
  isBuilt: true,
  canStart: true,
};

function formatStep(verb: string, functions: readonly string[]): string {
  return `${verb} ${functions.join() || 'nothing'}`;
}

/** Creates a function that applies a change and returns its result with the steps taken. */
function develop() {
  let conditions: Required<Conditions> = defaults;
  let steps: string[] = [];
  const addStep = <Result>(step: string, result: Result): Result => {
    steps.push(step);
    return result;
  };

  const requireReadable = (step: Conditions['unreadable']) => {
    if (conditions.unreadable === step) throw new Error('ENOENT: no template');
  };

  const service: DevelopedService = {
    isRunning: () => conditions.isRunning,
    holdInvocations: (arns) => addStep(formatStep('hold', arns), undefined),
    // Replacing nothing lets the held invocations continue with their previous code.
    replaceCode: (folders) =>
      addStep(formatStep('replace', Object.keys(folders)), undefined),
    restart: async () => addStep('restart', conditions.canStart),
  };
  const build: DevelopmentBuild = {
    listChangedFunctions: async () => {
      requireReadable('list');
      return Object.keys(conditions.bundled ?? { old: '' });
    },
    bundle: async (files) => {
      addStep(`bundle ${files}`, undefined);
      requireReadable('bundle');
      return conditions.bundled;
    },
    concernsTemplate: () => conditions.concernsTemplate,
    buildAll: async () => {
      addStep('build', undefined);
      requireReadable('build');
      return conditions.isBuilt;
    },
    update: async () => addStep('update', conditions.isBuilt),
  };
  const applyChange = createChangeApplier(service, build);
  return async (files: readonly string[], changedConditions: Conditions = {}) => {
    conditions = { ...defaults, ...changedConditions };
    steps = [];
    return { isUpdated: await applyChange(files), steps };
  };
}

/** Applies one change. */
const apply = (files: readonly string[], conditions: Conditions) =>
  develop()(files, conditions);

afterEach(() => void vi.restoreAllMocks());

const handler = ['functions/main/user/read/handler.ts'];
const endpoint = ['functions/main/user/read/endpoint.ts'];

it('bundles only the changed functions, and replaces their code', async () => {
  expect(await apply(handler, { bundled: { read: 'new' } })).toEqual({
    isUpdated: true,
    steps: ['hold read', `bundle ${handler}`, 'replace read'],
  });
});

it('restarts with a new template only if a value in the template changed', async () => {
  const codeSteps = ['hold nothing', `bundle ${endpoint}`, 'replace nothing'];
  const { steps } = await apply(endpoint, { concernsTemplate: false });
  expect(steps).toEqual(codeSteps);

  const templateChange = await apply(endpoint, { concernsTemplate: true });
  expect(templateChange.steps).toEqual([...codeSteps, 'update', 'restart']);
});

it.each(['lib/local/service.ts', 'shared/runtime/log.ts'])(
  'restarts after a change of %s, which runs the service',
  async (file) => {
    const { steps } = await apply([file], {});
    expect(steps.slice(1)).toEqual([
      `bundle ${file}`,
      'replace nothing',
      'update',
      'restart',
    ]);
  },
);

it.each([
  { change: 'a function that cannot be bundled', conditions: { bundled: undefined } },
  {
    change: 'a stack that cannot be built',
    conditions: { concernsTemplate: true, isBuilt: false },
  },
])('keeps the running service after $change', async ({ conditions }) => {
  const { isUpdated, steps } = await apply(endpoint, conditions);
  expect(isUpdated).toBe(false);
  expect(steps).toContain('replace nothing');
  expect(steps).not.toContain('restart');
});

it('builds and starts a service that has ended', async () => {
  expect(await apply(handler, { isRunning: false })).toEqual({
    isUpdated: true,
    steps: ['build', 'restart'],
  });
  const broken = await apply(handler, { isRunning: false, isBuilt: false });
  expect(broken).toEqual({ isUpdated: false, steps: ['build'] });
});

it.each([
  { unreadable: 'list', steps: ['build', 'restart'] },
  {
    unreadable: 'bundle',
    steps: ['hold read', `bundle ${handler}`, 'replace nothing', 'build', 'restart'],
  },
] as const)(
  'builds everything if "$unreadable" cannot read the last build',
  async (row) => {
    const { unreadable } = row;
    const error = vi.spyOn(console, 'error').mockReturnValue();
    const result = await apply(handler, { bundled: { read: 'new' }, unreadable });
    expect(result).toEqual({ isUpdated: true, steps: row.steps });
    expect(error).toHaveBeenCalledExactlyOnceWith('ENOENT: no template');
  },
);

it('waits for the next change if the attempt to build everything fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const applyNext = develop();
  const failed = await applyNext(handler, { isRunning: false, unreadable: 'build' });
  expect(failed.isUpdated).toBe(false);
  expect((await applyNext(endpoint)).steps).toContain(`bundle ${handler},${endpoint}`);
});

it('bundles the files of a failed change again with the next change, and with no later one', async () => {
  const applyNext = develop();
  await applyNext(handler, { bundled: undefined });
  const corrected = await applyNext(endpoint);
  expect(corrected).toMatchObject({ isUpdated: true });
  expect(corrected.steps).toContain(`bundle ${handler},${endpoint}`);
  expect((await applyNext(endpoint)).steps).toContain(`bundle ${endpoint}`);
});

it('restarts only once after a change of the runner', async () => {
  const applyNext = develop();
  expect((await applyNext(['lib/local/service.ts'])).steps).toContain('restart');
  expect((await applyNext(handler)).steps).not.toContain('restart');
});

it('applies a change again if the service did not start with it', async () => {
  const applyNext = develop();
  const failed = await applyNext(['lib/local/service.ts'], { canStart: false });
  expect(failed.isUpdated).toBe(false);
  const corrected = await applyNext(handler, { isRunning: false });
  expect(corrected).toEqual({ isUpdated: true, steps: ['build', 'restart'] });
});
