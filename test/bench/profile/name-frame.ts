import { fileURLToPath } from 'node:url';
import { bundlesFolder, root } from '#lib/paths.ts';
import { readSourceMap } from '#lib/stack-trace/stack-trace.ts';
import type { CallFrame } from './cpu-profile.ts';

/** The names of a call frame in a report. */
export interface FrameNames {
  /** A package, a part of Node, or a folder of this project. */
  group: string;
  /** The function and its file. */
  location: string;
}

/** Names a call frame of a profile. */
export type NameFrame = (frame: CallFrame) => FrameNames;

/** The names of frames by which V8 reports other work than functions. */
const systemNames: Readonly<Record<string, string>> = {
  '(garbage collector)': 'garbage collection',
  '(program)': 'native code of Node',
  '(root)': 'native code of Node',
};

/** Creates the function that names the frames of a function's bundle and of this project. */
export async function createFrameNamer(id: string): Promise<NameFrame> {
  const findOriginal = await readSourceMap(id, bundlesFolder);

  return ({ functionName, url, lineNumber, columnNumber }) => {
    const system = systemNames[functionName];
    if (system) return { group: system, location: system };

    // Positions count from 0 in profiles, and from 1 in stack traces.
    const original =
      (bundlePath.test(url) && findOriginal(lineNumber + 1, columnNumber + 1)) ||
      toProjectFile(url);
    if (original === undefined) return nameNodeFrame(functionName, url);
    const [file = original] = original.split(':');
    const name = functionName || 'anonymous';
    return { group: nameGroup(file), location: `${name}, ${original}` };
  };
}

/** Matches the bundle of a function, and its copy in `cdk.out`, which workers load. */
const bundlePath = /\/(dist\/functions|cdk\.out)\/.*\/index\.js$/;

/** Returns the path of a file in this project, or undefined for a module of Node. */
function toProjectFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  return fileURLToPath(url).replace(`${root}/`, '');
}

/** The modules of Node whose internal files begin with another word than the module's name. */
const nodeParts: Readonly<Record<string, string>> = {
  stream: 'net',
  streams: 'stream',
  deps: 'undici',
};

/** Names a part of Node: `node:http` for `node:_http_client`. */
function nameNodeFrame(functionName: string, url: string): FrameNames {
  const path = url.replace(/^node:(internal\/)?_?/, '');
  const [part = path] = path.split(/[/_]/);
  const name = functionName || 'anonymous';
  return { group: `node:${nodeParts[part] ?? part}`, location: `${name}, ${url}` };
}

/** Captures the name of the innermost package of a path, with its scope. */
const packagePath = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

function nameGroup(file: string): string {
  const [, name] = packagePath.exec(file) ?? [];
  if (name) return name;
  if (bundlePath.test(`/${file}`)) return 'modules of the bundle, when they load';
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, 3).join('/') || file;
}
