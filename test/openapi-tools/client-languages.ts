import { join } from 'node:path';
import { toPascalCase } from '#lib/pascal-case.ts';
import { root } from '#lib/paths.ts';
import type { Host } from '#shared/contract/endpoint.ts';
import type { Command } from './tool.ts';

/** A language whose clients make a round trip: from the document to the running service. */
export interface ClientLanguage {
  name: string;
  /** The name of its generator in openapi-generator, and of the folder of its program. */
  generator: string;
  /** The folder, from that of the program, in which the client of a host is generated. */
  getFolder(host: Host): string;
  /** The properties with which the client of a host is generated. */
  getOptions(host: Host): Readonly<Record<string, string>>;
  /** The ending of the names of the generated sources. */
  sources: string;
  /** The operations for which the generator writes code that does not compile. */
  leftOut?: readonly string[];
  /** The programs and libraries that must be installed. The first prints a version. */
  needs: readonly Need[];
  /** The commands that compile the clients and the program, and then run it. */
  commands: readonly Command[];
}

interface Need {
  /** Fails if it is not installed. */
  command: Command;
  /** A text for people. */
  install: string;
}

const toPackage = (host: Host) => `${host}_client`;
/** The same in a language whose names have no underscores. */
const toWord = (host: Host) => `${host}client`;

/** The same in a language whose packages are named like classes. */
const toNamespace = (host: Host) => `${toPascalCase(host)}Client`;

const maven: readonly Need[] = [
  { command: ['javac', '--version'], install: 'a JDK of version 17 or newer' },
  { command: ['mvn', '--version'], install: 'Maven' },
];

const runWithMaven: readonly Command[] = [
  ['mvn', '--quiet', '--batch-mode', 'compile', 'exec:java'],
];

const node = process.execPath;
const tsc = join(root, 'node_modules', '.bin', 'tsc');

/** The languages whose clients are generated, compiled and run. */
export const clientLanguages: readonly ClientLanguage[] = [
  {
    name: 'Go',
    generator: 'go',
    getFolder: toWord,
    getOptions: (host) => ({ packageName: toWord(host), withGoMod: 'false' }),
    sources: 'go',
    needs: [{ command: ['go', 'version'], install: 'Go 1.23 or newer' }],
    commands: [
      ['go', 'mod', 'tidy'],
      ['go', 'run', '.'],
    ],
  },
  {
    name: 'PHP',
    generator: 'php',
    getFolder: toNamespace,
    getOptions: (host) => ({ invokerPackage: toNamespace(host) }),
    sources: 'php',
    needs: [
      { command: ['php', '--version'], install: 'PHP 8.1 or newer' },
      {
        command: ['php', '-r', "require 'GuzzleHttp/autoload.php';"],
        install: 'Guzzle on the include path, e.g. Debian php-guzzlehttp-guzzle',
      },
    ],
    commands: [['php', 'round_trip.php']],
  },
  {
    name: 'Ruby',
    generator: 'ruby',
    getFolder: toPackage,
    getOptions: (host) => ({ gemName: toPackage(host) }),
    sources: 'rb',
    needs: [
      { command: ['ruby', '--version'], install: 'Ruby 2.7 or newer' },
      {
        command: ['ruby', '-e', "require 'typhoeus'"],
        install: 'the gem typhoeus',
      },
    ],
    commands: [['ruby', 'round_trip.rb']],
  },
  {
    name: 'Rust',
    generator: 'rust',
    getFolder: toPackage,
    getOptions: (host) => ({ packageName: toPackage(host) }),
    sources: 'rs',
    // A part of a form that is JSON becomes `models::models::X`, and is sent by `to_string`.
    leftOut: ['createImage'],
    needs: [{ command: ['cargo', '--version'], install: 'Rust with Cargo' }],
    commands: [['cargo', 'run', '--quiet']],
  },
  {
    name: 'Python',
    generator: 'python',
    getFolder: toPackage,
    getOptions: (host) => ({ packageName: toPackage(host) }),
    sources: 'py',
    needs: [{ command: ['python3', '--version'], install: 'Python 3.11 or newer' }],
    commands: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', './main_client', './diary_client'],
      ['venv/bin/python', 'round_trip.py'],
    ],
  },
  {
    name: 'Java',
    generator: 'java',
    getFolder: () => '.',
    getOptions: (host) => toJavaOptions(host),
    sources: 'java',
    needs: maven,
    commands: runWithMaven,
  },
  {
    name: 'Kotlin',
    generator: 'kotlin',
    getFolder: () => '.',
    getOptions: (host) => ({ packageName: `org.example.${host}` }),
    sources: 'kt',
    needs: maven,
    commands: runWithMaven,
  },
  {
    name: 'TypeScript',
    generator: 'typescript-fetch',
    getFolder: toPackage,
    getOptions: () => ({ importFileExtension: '.js' }),
    sources: 'ts',
    needs: [{ command: [tsc, '--version'], install: 'the packages of package.json' }],
    commands: [
      [tsc, '-p', '.'],
      [node, 'built/round-trip.js'],
    ],
  },
];

function toJavaOptions(host: Host) {
  const base = `org.example.${host}`;
  return {
    invokerPackage: base,
    apiPackage: `${base}.api`,
    modelPackage: `${base}.model`,
    groupId: 'org.example',
    artifactId: toPackage(host),
    artifactVersion: '1',
    hideGenerationTimestamp: 'true',
  };
}
