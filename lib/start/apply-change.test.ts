import { expect, it } from 'vitest';
import { applyChange, type DevelopedService } from './apply-change.ts';
import type { BuildResult, CodeFolders, DevelopmentBuild } from './development-build.ts';

/** What a build and a service respond, and whether the service runs. */
interface Conditions {
  isRunning?: boolean;
  bundled?: CodeFolders | undefined;
  concernsTemplate?: boolean;
  built?: BuildResult;
  starts?: boolean;
}

/** Applies a change, and returns its result with the steps that were taken. */
async function apply(files: readonly string[], conditions: Conditions) {
  const all = { isRunning: true, bundled: {}, concernsTemplate: false, built: {} };
  const {
    isRunning,
    bundled,
    concernsTemplate,
    built,
    starts = true,
  } = {
    ...all,
    ...conditions,
  };
  const steps: string[] = [];
  const addStep = <Result>(step: string, result: Result): Result => {
    steps.push(step);
    return result;
  };

  const service: DevelopedService = {
    isRunning: () => isRunning,
    replaceCode: (folders) => addStep(`replace ${Object.keys(folders)}`, undefined),
    restart: async () => addStep('restart', starts),
  };
  const build: DevelopmentBuild = {
    bundle: async () => addStep('bundle', bundled),
    concernsTemplate: () => concernsTemplate,
    buildAll: async () => addStep('build', built),
  };
  return { isUpdated: await applyChange(service, build, files), steps };
}

const handler = ['functions/main/user/read/handler.ts'];
const endpoint = ['functions/main/user/read/endpoint.ts'];

it('bundles only the changed functions, and replaces their code', async () => {
  expect(await apply(handler, { bundled: { read: 'new' } })).toEqual({
    isUpdated: true,
    steps: ['bundle', 'replace read'],
  });
});

it('builds the template only if a value of it changed', async () => {
  expect((await apply(endpoint, { concernsTemplate: false })).steps).not.toContain(
    'build',
  );
  expect((await apply(endpoint, { concernsTemplate: true })).steps).toContain('build');
});

it('restarts if the template has other values, and replaces code otherwise', async () => {
  const same = await apply(endpoint, { concernsTemplate: true, built: { docs: 'new' } });
  expect(same.steps).toEqual(['bundle', 'replace ', 'build', 'replace docs']);
  const other = await apply(endpoint, { concernsTemplate: true, built: 'restart' });
  expect(other.steps).toEqual(['bundle', 'replace ', 'build', 'restart']);
});

it.each(['lib/local/service.ts', 'shared/runtime/log.ts'])(
  'restarts for %s, which runs the service',
  async (file) => {
    expect((await apply([file], {})).steps).toEqual(['bundle', 'replace ', 'restart']);
  },
);

it.each([
  { change: 'a function that cannot be bundled', conditions: { bundled: undefined } },
  {
    change: 'a stack that cannot be built',
    conditions: { concernsTemplate: true, built: 'failed' as const },
  },
])('keeps the running service after $change', async ({ conditions }) => {
  const { isUpdated, steps } = await apply(endpoint, conditions);
  expect(isUpdated).toBe(false);
  expect(steps).not.toContain('restart');
});

it('builds and starts a service that has ended', async () => {
  expect(await apply(handler, { isRunning: false })).toEqual({
    isUpdated: true,
    steps: ['build', 'restart'],
  });
  const broken = await apply(handler, { isRunning: false, built: 'failed' });
  expect(broken).toEqual({ isUpdated: false, steps: ['build'] });
});
