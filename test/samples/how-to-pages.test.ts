import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lexer } from 'marked';
import { expect, it } from 'vitest';
import { runShell } from '#kit/program.ts';
import { createTemporaryFolder } from '#kit/temporary-folder.ts';
import { root } from '#lib/paths.ts';

/** The pages with samples of whole files. Each continues with the files of those before it. */
const pages = [
  'add-an-endpoint',
  'add-a-consumer',
  'add-a-unique-field',
  'add-a-page',
  'add-a-provider',
];

/**
 * What the pages add to files in words or a few lines: by the file, what follows one of its texts.
 */
const additions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'functions/account/item-kinds.ts': {
    "from '#functions/main/image/image.keys.ts';\n":
      "import { goalKeys } from '#functions/main/goal/goal.keys.ts';",
    'export const keys = {\n': '...goalKeys,',
    'export const itemKinds = {\n': `
      goal: { export: { document: 'goals' }, erase: inPartition },
      goalCount: { export: { omitted: 'internal' }, erase: inPartition },
      goalName: { export: { omitted: 'copy' }, erase: inPartition },`,
  },
  'functions/account/export/write/documents.ts': {
    "from '#functions/main/image/image.export.ts';\n":
      "import { goalsDocument } from '#functions/main/goal/goal.export.ts';",
    '<DocumentName, ExportDocument>> = {\n': 'goals: goalsDocument,',
  },
  'functions/account/export/write/application-documents.ts': {
    "readonly string[] | 'all'>> = {\n": "goals: 'all',",
  },
  'functions/auth/browser/account-pages.json': {
    '{\n': '"names": "account/names/",',
  },
  'functions/main/data-source/data-source.store.ts': {
    "from './data-source.ts';\n": `
      export declare function rename(
        table: Table<'update'>,
        user_id: string,
        id: string,
        name: string,
      ): Promise<boolean>;`,
  },
  'functions/main/goal/delete/endpoint.ts': {
    'stores: { table: [': "'get', ",
  },
  'functions/main/goal/goal.export.ts': {
    '  members: {\n': "picture: { en: 'the picture', de: 'das Bild' },",
  },
  'functions/main/goal/goal.keys.ts': {
    'export const goalKeys = {\n': "goalName: defineOwnedKey('GOAL_NAME'),",
  },
  'functions/main/goal/goal.ts': {
    '  created_datetime: string;\n': 'picture?: string;',
  },
};

/** Reads the samples of all pages that name their file, by its path. */
function readSamples(): Map<string, string> {
  const files = new Map<string, string>();
  for (const page of pages) {
    const text = readFileSync(join(root, 'docs', 'how-to', `${page}.md`), 'utf8');
    for (const token of lexer(text)) {
      if (token.type !== 'code') continue;
      const [, file] = token.lang?.split(' ') ?? [];
      if (file) files.set(file, addCode(files.get(file) ?? '', token.text));
    }
  }
  return files;
}

/** Adds code to a file. A function replaces the one with its name. */
function addCode(file: string, code: string): string {
  const names = [...code.matchAll(/^export (?:async )?function (\w+)/gm)].map(
    ([, name]) => name,
  );
  const replaced = new RegExp(
    `^export (async )?function (${names.join('|')})\\([^]*?^}$`,
    'gm',
  );
  return mergeImports(`${file.replaceAll(replaced, '')}\n${code}`);
}

/** Imports each name once. */
function mergeImports(code: string): string {
  const imports = new Map<string, Set<string>>();
  const rest = code.replaceAll(
    /^import (type )?\{([^}]*)\} from ('.*');$/gm,
    (_statement, type = '', names: string, module: string) => {
      const known = imports.get(module) ?? new Set();
      const all = names
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean);
      imports.set(module, known.union(new Set(all.map((name) => type + name))));
      return '';
    },
  );
  const statements = [...imports].map(
    ([module, names]) => `import { ${[...names].join(', ')} } from ${module};\n`,
  );
  return statements.join('') + rest;
}

it('compiles the samples of the pages that say how to add something', async () => {
  const folder = createTemporaryFolder();
  for (const copied of ['client', 'functions', 'lib', 'shared', 'test', 'package.json'])
    cpSync(join(root, copied), join(folder, copied), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const samples = readSamples();
  for (const [file, code] of samples) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), code);
  }
  for (const [file, lines] of Object.entries(additions)) {
    let text = readFileSync(join(folder, file), 'utf8');
    for (const [before, added] of Object.entries(lines)) {
      expect(text).toContain(before);
      text = text.replace(before, `${before}${added}\n`);
    }
    writeFileSync(join(folder, file), text);
  }
  const { compilerOptions } = JSON.parse(
    readFileSync(join(root, 'tsconfig.json'), 'utf8'),
  );
  const configuration = {
    compilerOptions,
    // The global setup itself would need the types of the CDK, of Vite and of esbuild.
    files: [...samples.keys(), 'test/kit/provided-context.ts'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  const result = await runShell(`cd '${folder}'; node_modules/.bin/tsc`);
  expect(result).toEqual({ exitCode: 0, stdout: '', stderr: '' });
});
