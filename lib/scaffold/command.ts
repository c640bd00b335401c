import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { root } from '../paths.ts';
import { reportFailure } from '../terminal/failure.ts';
import { createProgram } from '../terminal/program.ts';
import { scaffold } from './scaffold.ts';
import { verbTemplates } from './templates/verbs.ts';

/** Formats files with the formatter of the project. */
async function format(files: readonly string[]): Promise<void> {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const args = [biome, 'check', '--write', ...files];
  await promisify(execFile)(process.execPath, args, { cwd: root });
}

/** Runs `npm run new`: writes the endpoints of a new resource. */
export async function runNew(args: readonly string[]): Promise<void> {
  const verbList = Object.keys(verbTemplates).join(', ');
  const command = createProgram('npm run new --')
    .description(
      'Writes the endpoints of a new resource, with tests that say what is missing.',
    )
    .argument('<resource>', 'domain and name, e.g. main/gear')
    .argument('<verbs...>', `any of ${verbList}; read is required`)
    .addHelpText('after', '\nExample:\n  npm run new -- main/gear list create read');
  await reportFailure(async () => {
    const [resource, verbs] = command.parse([...args], { from: 'user' }).processedArgs;
    const files = await scaffold(root, resource, verbs);
    await format(files);
    const folder = `functions/${resource}`;
    console.log(`${files.join('\n')}\n`);
    console.log(
      `Next: npm run docs; then npm test -- ${folder} says what is left to write.`,
    );
  });
}
