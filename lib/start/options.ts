import { parseArgs } from 'node:util';
import { defaultDataFolder } from '../local/host/pid-file.ts';

/** How a developer wants the service to run. */
export interface StartOptions {
  /** Keep nothing. */
  memory: boolean;
  /** Where the data is, and where the operator's tools look for the service. */
  folder: string;
  ports: { main: number; auth: number; diary: number; cdn: number };
  /** Say no more than that it is ready, where nothing else can be new: the data and the ports are as before. */
  brief: boolean;
}

const firstPort = 3000;

export const help = `Runs the whole service on this machine; Ctrl-C ends it.

Usage
  npm start -- [options]

Options
  --memory       keep no data
  --data FOLDER  keep the data in this folder; default: .local
  --port NUMBER  the first of four ports: main, auth, diary, cdn; default: ${firstPort}; 0 for any that are free
  --brief        say no more than that it is ready, where the data and the ports are as before
  --help         show this help

Environment
  DYNAMODB_ENDPOINT  a DynamoDB that runs already, in place of the embedded one
  PROVIDER_GATEWAY   who is called when a remote connection is removed: "direct", the provider itself; an address, the
                     server there in place of every provider; default: "off", nobody`;

/** Reads a command line; undefined where it asks for help. Throws a sentence where it cannot be understood. */
export function readOptions(words: readonly string[]): StartOptions | undefined {
  const { memory, data, port, brief, help } = valuesOf(words);
  if (help) return undefined;
  const ports = portsFrom(port);
  return { memory, folder: data, ports, brief: brief && !memory && ports.main !== 0 };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        memory: { type: 'boolean', default: false },
        data: { type: 'string', default: defaultDataFolder },
        port: { type: 'string', default: String(firstPort) },
        brief: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}. See --help.`);
  }
}

/** Who is called in place of providers, as the environment says it. Throws a sentence where that is nobody to call. */
export function readProviderGateway(text: string | undefined): string | undefined {
  if (!text || text === 'off' || text === 'direct' || /^https?:\/\/[^/]/.test(text)) return text;
  throw new Error(
    `PROVIDER_GATEWAY must be "off", "direct" or an address, as http://127.0.0.1:8080, not ${text}.`,
  );
}

function portsFrom(text: string): StartOptions['ports'] {
  const first = Number(text);
  if (!/^\d+$/.test(text) || first > 65_532)
    throw new Error(`--port must be a number from 0 to 65532, not ${text}.`);
  const next = (offset: number) => (first === 0 ? 0 : first + offset);
  return { main: first, auth: next(1), diary: next(2), cdn: next(3) };
}
