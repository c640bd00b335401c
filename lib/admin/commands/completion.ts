import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Terminal } from '../command.ts';

/** Registers the command that prints the completion for shells. */
export function registerCompletion(
  program: CommandUnknownOpts,
  { stdout }: Terminal,
): void {
  program
    .command('completion')
    .description('Prints a script with which bash and zsh complete the command admin.')
    .addHelpText('after', help)
    .action(() => void stdout.write(renderCompletion(program)));
}

const help = `
Add these lines to ~/.bashrc or ~/.zshrc:
  alias admin='npm run -s admin --'
  eval "$(admin completion)"`;

/** Renders the script. zsh runs it with its emulation of bash. */
function renderCompletion(program: CommandUnknownOpts): string {
  return `if [ -n "$ZSH_VERSION" ]; then autoload -U +X bashcompinit && bashcompinit; fi
_fitness_data_admin() {
  local words
  case "\${COMP_WORDS[*]:1:COMP_CWORD-1}" in
${listCases(program, program, []).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fitness_data_admin admin
`;
}

/** Lists the words that follow each command, those of a command before those of its group. */
function listCases(
  program: CommandUnknownOpts,
  command: CommandUnknownOpts,
  path: readonly string[],
): string[] {
  const nested = command.commands.flatMap((child) =>
    listCases(program, child, [...path, child.name()]),
  );
  const names = command.commands.map((child) => child.name());
  const options = new Set([command, program].flatMap(listOptions));
  const words = names.length > 0 ? names : [...options];
  const line = path.join(' ');
  const pattern = line === '' ? '*' : `'${line}'|'${line} '*`;
  return [...nested, `    ${pattern}) words='${words.join(' ')}' ;;`];
}

function listOptions({ options }: CommandUnknownOpts): string[] {
  return options.flatMap(({ long }) => long ?? []);
}
