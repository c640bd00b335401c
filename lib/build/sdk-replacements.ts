import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const folder = join(import.meta.dirname, 'sdk');

/** A module of the AWS SDK, and the file of this project that the bundles have instead. */
interface Replacement {
  module: RegExp;
  file: string;
}

/**
 * What the functions do not need makes a cold start longer. Decision 0005 has the figures. The
 * SHA-256 of the SDK makes each call slower.
 */
const replacements: readonly Replacement[] = [
  {
    module: /^@aws-sdk\/credential-provider-node$/,
    file: 'environment-credentials.ts',
  },
  {
    module: /\/node-config-provider\/configLoader$/,
    file: 'environment-configuration.ts',
  },
  { module: /^@smithy\/core\/event-streams$/, file: 'no-event-streams.ts' },
  { module: /\/sha256\/Sha256Node$/, file: 'sha256.ts' },
];

/** Replaces modules of the AWS SDK in the bundles. */
export const replaceSdkModules: Plugin = {
  name: 'sdk-replacements',
  setup: ({ onResolve }) => {
    for (const { module, file } of replacements) {
      const replaced = { path: join(folder, file), sideEffects: false };
      onResolve({ filter: module }, () => replaced);
    }
  },
};
