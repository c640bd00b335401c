import { fileURLToPath } from 'node:url';
import { bundlesFolder, root } from '#lib/paths.ts';
import { readSourceMap } from '#lib/stack-trace/source-map.ts';
import type { CallFrame } from './cpu-profile.ts';

/** What a function belongs to. */
export interface FrameNames {
  /** A package, a part of Node, or a folder of this project. */
  group: string;
  /** The function and its file. */
  place: string;
}

/** Names the places of a profile. */
export type NameFrame = (frame: CallFrame) => FrameNames;

/** What V8 reports that is no function. */
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
    if (system) return { group: system, place: system };

    // Positions count from 0 in profiles, and from 1 in stack traces.
    const original =
      (bundlePath.test(url) && findOriginal(lineNumber + 1, columnNumber + 1)) ||
      toProjectFile(url);
    if (original === undefined) return nameNodeFrame(functionName, url);
    const [file = original] = original.split(':');
    const name = functionName || 'anonymous';
    return { group: nameGroup(file), place: `${name}, ${original}` };
  };
}

/** The bundle of the function, and its copy that the template names and workers load. */
const bundlePath = /\/(dist\/functions|cdk\.out)\/.*\/index\.js$/;

/** Returns the path of a file in this project, or undefined for a module of Node. */
function toProjectFile(url: string): string | undefined {
  if (!url.startsWith('file:')) return undefined;
  return fileURLToPath(url).replace(`${root}/`, '');
}

/** The parts of Node whose files have other names. */
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
  return { group: `node:${nodeParts[part] ?? part}`, place: `${name}, ${url}` };
}

const packagePath = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/;

function nameGroup(file: string): string {
  const [, name] = packagePath.exec(file) ?? [];
  if (name) return name;
  if (bundlePath.test(`/${file}`)) return 'modules of the bundle, when they load';
  const folders = file.split('/').slice(0, -1);
  return folders.slice(0, 3).join('/') || file;
}
