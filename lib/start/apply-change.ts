import { formatFailure } from '../terminal/failure.ts';
import type { CodeFolders, DevelopmentBuild } from './development-build.ts';

/** Matches the code that runs the service, which must restart to use a change of this code. */
const runnerFile = /^lib\/(?!build\/|cloud\/|docs\/|sam\/)[^/]+\/|^shared\/runtime\//;

/** The service under development. */
export interface DevelopedService {
  isRunning(): boolean;
  /**
   * Lets invocations of functions wait for `replaceCode`, so that no request after a change gets a
   * response of the code before it.
   */
  holdInvocations(functionArns: readonly string[]): void;
  /**
   * Replaces the code of functions while the service runs. Held invocations continue, with their
   * previous code if there is no other.
   */
  replaceCode(folders: CodeFolders): void;
  /** Restarts the service. Returns whether it runs. */
  restart(): Promise<boolean>;
}

/** Applies changed files to the service. Returns whether the service runs with all changes. */
export type ApplyChange = (files: readonly string[]) => Promise<boolean>;

/**
 * Creates a function that applies changes. Changes that failed are applied again with the next
 * change, which may correct them. If files of the last build cannot be read, e.g. because they were
 * deleted, the function builds everything.
 */
export function createChangeApplier(
  service: DevelopedService,
  build: DevelopmentBuild,
): ApplyChange {
  const pending = new Set<string>();

  /** Returns whether the functions run with the changes. */
  async function replaceChangedCode(files: readonly string[]): Promise<boolean> {
    service.holdInvocations(await build.listChangedFunctions(files));
    let folders: CodeFolders | undefined;
    try {
      folders = await build.bundle(files);
    } finally {
      service.replaceCode(folders ?? {});
    }
    return folders !== undefined;
  }

  async function buildAllAndRestart(): Promise<boolean> {
    return (await build.buildAll()) && service.restart();
  }

  async function applyPending(): Promise<boolean> {
    if (!service.isRunning()) return buildAllAndRestart();

    const files = [...pending];
    if (!(await replaceChangedCode(files))) return false;

    const isOfRunner = files.some((file) => runnerFile.test(file));
    if (!isOfRunner && !build.concernsTemplate(files)) return true;
    return (await build.update()) && service.restart();
  }

  /** Prints the error of a step. The service keeps its code, and the next change is applied. */
  function reportError(error: unknown): false {
    console.error(formatFailure(error));
    return false;
  }

  async function applyOrBuildAll(): Promise<boolean> {
    try {
      return await applyPending();
    } catch (error) {
      reportError(error);
      return buildAllAndRestart().catch(reportError);
    }
  }

  return async (files) => {
    for (const file of files) pending.add(file);
    const isApplied = await applyOrBuildAll();
    if (isApplied) pending.clear();
    return isApplied;
  };
}
