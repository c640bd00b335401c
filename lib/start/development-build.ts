import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type BundleInputs,
  findFunctions,
  listTemplateSources,
  omitRemovedFunctions,
  readBundleInputs,
  type TemplateSources,
} from '../build/bundle-inputs.ts';
import { readTemplateInputs } from '../build/template-inputs.ts';
import { toConstructId } from '../cloud/functions/construct-id.ts';
import { readFunctions } from '../local/template/functions.ts';
import { readStack } from '../local/template/stack.ts';
import { root, templateFile } from '../paths.ts';
import { listSamFunctions } from '../sam/functions.ts';
import { runChild } from './child-program.ts';

/** The folders of new code, by the ARN of their function. */
export type CodeFolders = Readonly<Record<string, string>>;

/**
 * The result of a build: a failure, a new template, which needs a restart, or the folders of new
 * code.
 */
export type BuildResult = 'failed' | 'restart' | CodeFolders;

/** Builds what changed while `npm run dev` runs. */
export interface DevelopmentBuild {
  /** Bundles the functions that contain a changed file. Returns undefined if that fails. */
  bundle(files: readonly string[]): Promise<CodeFolders | undefined>;
  /**
   * Returns whether a change of these files can change the template. Requires that `bundle` has
   * bundled the files: its output shows whether the values that the template uses have changed.
   */
  concernsTemplate(files: readonly string[]): boolean;
  /** Builds everything. The service must restart only if the template has other values. */
  buildAll(): Promise<BuildResult>;
}

const changedFolder = join(root, 'dist', 'changed');
const definitionFile = /^functions\/.*\/(?:consumer|endpoint|function)\.ts$/;
/** Matches the functions that serve the documentation, which is made from all definitions. */
const documentationFunction = /^main\/docs\//;
const buildFile = /^lib\/(?:build|cloud|docs)\/|^lib\/[^/]+\.ts$/;

/** Returns the template without the digests of the functions' code. */
async function readTemplateValues(): Promise<string> {
  const text = await readFile(templateFile, 'utf8');
  return text.replace(/[0-9a-f]{64}/g, 'digest');
}

function mapArns(): ReadonlyMap<string, string> {
  const stack = readStack(templateFile);
  const functions = listSamFunctions(stack);
  return new Map(
    functions.map(({ logicalId, constructId }) => [
      constructId,
      stack.attribute(logicalId, 'Arn'),
    ]),
  );
}

/** Returns the folders of code that the template names. */
function listCodeFolders(): CodeFolders {
  const functions = readFunctions(readStack(templateFile));
  return Object.fromEntries(functions.map(({ arn, code }) => [arn, code]));
}

function selectChanged(before: CodeFolders, after: CodeFolders): CodeFolders {
  const entries = Object.entries(after);
  return Object.fromEntries(entries.filter(([arn, code]) => before[arn] !== code));
}

/**
 * Reads the files of the last complete build, to which later builds are compared. Rejects if there
 * is none.
 */
export async function openDevelopmentBuild(
  signal: AbortSignal,
): Promise<DevelopmentBuild> {
  await rm(changedFolder, { recursive: true, force: true });
  let inputs: BundleInputs = new Map();
  let sources: TemplateSources = { definitions: new Set(), stack: new Set() };
  let templateValues = '';
  /** What the template is made from, as of the last bundling and as of the last complete build. */
  let templateInputs = '';
  let builtTemplateInputs = '';
  let folders: CodeFolders = {};
  let count = 0;

  async function readBuild(): Promise<void> {
    [inputs, sources, templateValues, builtTemplateInputs] = await Promise.all([
      readBundleInputs(),
      listTemplateSources(),
      readTemplateValues(),
      readTemplateInputs(),
    ]);
    templateInputs = builtTemplateInputs;
    folders = listCodeFolders();
  }

  function findChangedFunctions(files: readonly string[]): readonly string[] {
    const existing = omitRemovedFunctions(inputs);
    const isRemoved = existing.size < inputs.size;
    const ids = findFunctions(existing, files);
    const isDefinition = (file: string) =>
      sources.definitions.has(file) || definitionFile.test(file);
    if (!isRemoved && !files.some(isDefinition)) return ids;

    const documentation = [...existing.keys()].filter((id) =>
      documentationFunction.test(id),
    );
    return [...new Set([...ids, ...documentation])];
  }

  async function bundle(files: readonly string[]): Promise<CodeFolders | undefined> {
    const ids = findChangedFunctions(files);
    if (ids.length === 0) return {};

    count += 1;
    const folder = join(changedFolder, String(count));
    if (!(await runChild('bundle.ts', [folder, ...ids], signal))) return undefined;
    inputs = new Map([...inputs, ...(await readBundleInputs(folder))]);
    templateInputs = await readTemplateInputs(folder);

    const arns = mapArns();
    return Object.fromEntries(
      ids.map((id) => [arns.get(toConstructId(id)), join(folder, id)]),
    );
  }

  async function buildAll(): Promise<BuildResult> {
    if (!(await runChild('build.ts', [], signal))) return 'failed';
    const before = { templateValues, folders };
    await readBuild();
    if (templateValues !== before.templateValues) return 'restart';
    return selectChanged(before.folders, folders);
  }

  await readBuild();
  return {
    bundle,
    buildAll,
    concernsTemplate: (files) => {
      const isOfStack = (file: string) => sources.stack.has(file) || buildFile.test(file);
      return templateInputs !== builtTemplateInputs || files.some(isOfStack);
    },
  };
}
