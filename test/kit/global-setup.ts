import { createRequire } from 'node:module';
import { parseCLI, type TestProject } from 'vitest/node';
import { needService } from './need-service.ts';
import { requireSelectedTests } from './selected-tests.ts';

createRequire(import.meta.url)('./longer-time-limits.cjs');

/** Starts what the tests of a run share, and ends it after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const disposables = new AsyncDisposableStack();
  disposables.defer(() => {
    const { config, state } = project.vitest;
    const tests = state
      .getTestModules()
      .flatMap(({ children }) => [...children.allTests()]);
    requireSelectedTests(tests, config.testNamePattern);
  });
  const { filter } = parseCLI(['vitest', ...process.argv.slice(2)]);
  const { testFiles } = await project.globTestFiles(filter);
  if (filter.length === 0 || (await needService(testFiles))) {
    const { provideService } = await import('./shared-service.ts');
    await provideService(project, disposables);
  }
  return () => disposables.disposeAsync();
}
