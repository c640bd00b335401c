import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const folder = join(import.meta.dirname, 'sdk');

/** A module of the AWS SDK, and the file of this project that the bundles have instead. */
interface Replacement {
  module: RegExp;
  file: string;
}

/** These modules make cold starts longer although no function needs them (decision 0005). */
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
