import { globSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildStep } from '../build/build.ts';
import {
  type BundleInputs,
  findFunctions,
  findNewFunctions,
  listTemplateSources,
  omitRemovedFunctions,
  readBundleInputs,
  readTemplateInputs,
  type TemplateSources,
} from '../build/inputs.ts';
import { readStack } from '../local/template/stack.ts';
import { toPascalCase } from '../pascal-case.ts';
import { root, templateFile } from '../paths.ts';
import { listSamFunctions } from '../sam/template.ts';
import { runChild } from './child-program.ts';

/** The folders of new code, by the ARN of their function. */
export type CodeFolders = Readonly<Record<string, string>>;

/** Builds what changed while `npm run dev` runs. */
export interface DevelopmentBuild {
  /** Lists the ARNs of the functions that contain a changed file. */
  listChangedFunctions(files: readonly string[]): Promise<readonly string[]>;
  /** Bundles the functions that contain a changed file. Returns undefined if that fails. */
  bundle(files: readonly string[]): Promise<CodeFolders | undefined>;
  /**
   * Returns whether the template must change because of these files. Requires that `bundle` has
   * bundled them: a definition counts only if it has changed a value that is in the template.
   */
  concernsTemplate(files: readonly string[]): boolean;
  /** Builds everything that is not up to date. Returns whether that succeeded. */
  buildAll(): Promise<boolean>;
  /** Synthesizes the template with all bundles so far. Returns whether that succeeded. */
  update(): Promise<boolean>;
}

/**
 * Matches the folders of changed bundles. They are as deep as that of all bundles, so that their
 * source maps stay true when they are copied there.
 */
const changedFolders = 'dist/changed-*';
/** Matches the files that define functions. */
const definitionFile =
  /^functions\/.*\/(?:consumer|endpoints?|function|[^/]+\.screen)\.ts$/;
/** Matches the functions that are made from all definitions: as the documentation is. */
const collectingFunction = /^(?:main\/documentation$|main\/fallback$|account\/stream$)/;
/** Matches the code that makes the documentation. */
const documentationSource = /^lib\/(?:docs\/|[^/]+$)/;
/** Matches the code of the build itself, on which all bundles depend. */
const buildSource = /^lib\/build\//;
/** Matches the code that makes the template. */
const stackSource = /^lib\/cloud\//;

/** Maps the ids of functions to the ARNs that they have in the template. */
function mapArns(ids: readonly string[]): ReadonlyMap<string, string> {
  const stack = readStack(templateFile);
  const arns = new Map<string, string>();
  for (const { logicalId, constructId } of listSamFunctions(stack)) {
    const id = ids.find((candidate) => toPascalCase(candidate) === constructId);
    if (id !== undefined) arns.set(id, stack.getAttribute(logicalId, 'Arn'));
  }
  return arns;
}

/** Reads the last build, which further steps update. Rejects if there is none. */
export async function openDevelopmentBuild(
  signal: AbortSignal,
): Promise<DevelopmentBuild> {
  for (const folder of globSync(changedFolders, { cwd: root }))
    await rm(join(root, folder), { recursive: true });
  let inputs: BundleInputs = new Map();
  let sources: TemplateSources = { definitions: new Set(), stack: new Set() };
  /** Resolves when `sources` is up to date after the last bundling. */
  let refreshed = Promise.resolve();
  /** The template inputs of the newest bundles. */
  let templateInputs = '';
  /** The template inputs of the last synthesized template. */
  let builtTemplateInputs = '';
  /** The folders of bundles that are not part of the template yet, by id. */
  let pending: Record<string, string> = {};
  let bundlingCount = 0;

  const run = (step: BuildStep) =>
    runChild('build-step.ts', [JSON.stringify(step)], signal);

  async function readBuild(): Promise<void> {
    inputs = await readBundleInputs();
    sources = await listTemplateSources();
    builtTemplateInputs = await readTemplateInputs();
    templateInputs = builtTemplateInputs;
    pending = {};
  }

  /** Lists the sources of the template again, because a change may have added imports. */
  async function refreshSources(): Promise<void> {
    sources = await listTemplateSources().catch(() => sources);
  }

  const isOfDefinition = (file: string) =>
    sources.definitions.has(file) || definitionFile.test(file);
  const isOfStack = (file: string) =>
    sources.stack.has(file) || stackSource.test(file) || buildSource.test(file);
  const isOfDocumentation = (file: string) =>
    isOfDefinition(file) || documentationSource.test(file);

  function findChangedFunctions(files: readonly string[]): readonly string[] {
    const existing = omitRemovedFunctions(inputs);
    const newIds = findNewFunctions(inputs, files);
    const all = [...existing.keys(), ...newIds];
    if (files.some((file) => buildSource.test(file))) return all;

    const hasRemovedFunctions = existing.size < inputs.size;
    const changed = [...findFunctions(existing, files), ...newIds];
    if (!hasRemovedFunctions && !files.some(isOfDocumentation)) return changed;

    const collecting = all.filter((id) => collectingFunction.test(id));
    return [...new Set([...changed, ...collecting])];
  }

  async function listChangedFunctions(
    files: readonly string[],
  ): Promise<readonly string[]> {
    await refreshed;
    return [...mapArns(findChangedFunctions(files)).values()];
  }

  async function bundle(files: readonly string[]): Promise<CodeFolders | undefined> {
    await refreshed;
    const ids = findChangedFunctions(files);
    if (ids.length === 0 && !files.some(isOfStack)) return {};

    bundlingCount += 1;
    const folder = join(root, changedFolders.replace('*', String(bundlingCount)));
    if (!(await run({ kind: 'bundle', folder, ids }))) return undefined;

    inputs = new Map([
      ...omitRemovedFunctions(inputs),
      ...(await readBundleInputs(folder)),
    ]);
    templateInputs = await readTemplateInputs(folder);
    const folders = Object.fromEntries(ids.map((id) => [id, join(folder, id)]));
    pending = { ...pending, ...folders };
    refreshed = refreshSources();

    const arns = mapArns(ids);
    return Object.fromEntries([...arns].map(([id, arn]) => [arn, join(folder, id)]));
  }

  async function buildAll(): Promise<boolean> {
    if (!(await runChild('build.ts', [], signal))) return false;
    await readBuild();
    return true;
  }

  async function update(): Promise<boolean> {
    if (!(await run({ kind: 'update', folders: pending }))) return false;
    pending = {};
    builtTemplateInputs = templateInputs;
    return true;
  }

  await readBuild();
  return {
    listChangedFunctions,
    bundle,
    buildAll,
    update,
    concernsTemplate: (files) =>
      templateInputs !== builtTemplateInputs || files.some(isOfStack),
  };
}
