import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const folder = join(import.meta.dirname, 'sdk');

/** A module of the AWS SDK, and the file of this project that the bundles have instead. */
interface Replacement {
  module: RegExp;
  file: string;
}

/**
 * The first three modules make cold starts longer although the functions do not need them (decision
 * 0005). The SHA-256 of the SDK makes each call slower.
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
      const replacement = { path: join(folder, file), sideEffects: false };
      onResolve({ filter: module }, () => replacement);
    }
  },
};
