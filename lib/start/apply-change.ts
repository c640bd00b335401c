import type { CodeFolders, DevelopmentBuild } from './development-build.ts';

/** The programs that run the service, which must restart to use a change. */
const runnerFile =
  /^lib\/(?!build\/|cloud\/|docs\/|sam\/|scaffold\/)[^/]+\/|^shared\/runtime\//;

/** The service under development. */
export interface DevelopedService {
  isRunning(): boolean;
  /** Replaces the code of functions while the service runs. */
  replaceCode(folders: CodeFolders): void;
  /** Restarts the service, unless it would not start. Returns whether it runs with the changes. */
  restart(): Promise<boolean>;
}

/** Applies changed files to the service. Returns whether it runs with them. */
export async function applyChange(
  service: DevelopedService,
  build: DevelopmentBuild,
  files: readonly string[],
): Promise<boolean> {
  if (!service.isRunning()) {
    const isBuilt = (await build.buildAll()) !== 'failed';
    return isBuilt && service.restart();
  }

  const folders = await build.bundle(files);
  if (!folders) return false;
  service.replaceCode(folders);

  let mustRestart = files.some((file) => runnerFile.test(file));
  if (build.concernsTemplate(files)) {
    const result = await build.buildAll();
    if (result === 'failed') return false;
    if (result === 'restart') mustRestart = true;
    else service.replaceCode(result);
  }
  return mustRestart ? service.restart() : true;
}
