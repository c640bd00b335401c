import { describe, expect, it } from 'vitest';
import { type Edge, edges, files, findLoadedModules, formatEdges } from './imports.ts';

const functionFiles = files.filter((file) => file.startsWith('functions/'));
const valueFiles = functionFiles.filter((file) =>
  /\/(endpoint|consumer|function)\.ts$/.test(file),
);

/**
 * Returns the folder of a resource that contains a file, e.g. `auth/token`, or undefined for a file
 * beside these folders, which they share.
 */
function getResource(file: string): string | undefined {
  const [, domain, resource, ...pathInResource] = file.split('/');
  return pathInResource.length > 0 ? `${domain}/${resource}` : undefined;
}

/** The resources with endpoints. */
const servedResources = new Set(
  functionFiles
    .filter((file) => file.endsWith('/handler.ts'))
    .map((file) => getResource(file)),
);

/** Returns whether a file of the auth domain is shared: its resource has no handler. */
const isCommonToAuth = (file: string) =>
  file.startsWith('functions/auth/') && !servedResources.has(getResource(file));

/** Returns whether the data export imports a file that says how it shows a resource's items. */
const isExportDocument = ({ from, to }: Edge) =>
  from === 'functions/auth/write-export/documents/documents.ts' &&
  to.endsWith('.export.ts');

describe('a function', () => {
  it('imports only its own resource and shared, and in the auth domain resources without handlers', () => {
    const foreign = edges.filter(
      ({ from, to }) =>
        from.startsWith('functions/') &&
        to.startsWith('functions/') &&
        getResource(from) !== getResource(to) &&
        !(from.startsWith('functions/auth/') && isCommonToAuth(to)),
    );
    const unexpected = foreign.filter((edge) => !isExportDocument(edge));
    expect(formatEdges(unexpected)).toEqual([]);
  });

  it('has an export document that imports only the types of its resource', () => {
    const documents = files.filter((file) => file.endsWith('.export.ts'));
    const loaded = new Set(documents.flatMap((file) => [...findLoadedModules(file)]));
    expect([...loaded]).toEqual(['shared/contract/export-document.ts']);
  });

  it('can share resources of the auth domain, which import each other in one direction', () => {
    const dependencies = edges
      .filter(({ from, to }) => isCommonToAuth(from) && isCommonToAuth(to))
      .map(({ from, to }) => [getResource(from), getResource(to)] as const)
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => `${from ?? 'beside'} on ${to ?? 'beside'}`);
    expect([...new Set(dependencies)].sort()).toEqual([
      'auth/authentication on auth/browser',
      'auth/authentication on auth/identity',
      'auth/authentication on auth/mail',
      'auth/authentication on auth/rate-limit',
      'auth/authentication on auth/session',
      'auth/authentication on auth/trusted-device',
      'auth/authorization-request on auth/browser',
      'auth/authorization-request on auth/client',
      'auth/connect-request on auth/browser',
      'auth/email-link on auth/identity',
      'auth/email-link on auth/mail',
      'auth/erasure on auth/identity',
      'auth/erasure on auth/mail',
      'auth/identity on auth/grant',
      'auth/identity on auth/mail',
      'auth/identity on auth/session',
      'auth/identity on auth/trusted-device',
      'auth/trusted-device on auth/mail',
    ]);
  });

  it('serves the endpoint in its own folder', () => {
    const endpointFiles = functionFiles.filter((file) => file.endsWith('/endpoint.ts'));
    expect(endpointFiles.length).toBeGreaterThan(40);
    const others = endpointFiles.filter((file) => {
      const from = file.replace('/endpoint.ts', '/handler.ts');
      return !edges.some((edge) => edge.from === from && edge.to === file);
    });
    expect(others).toEqual([]);
  });
});

/**
 * Returns whether a module has effects beyond the process, or is slow by design, e.g. password
 * hashing with `node:util`. `node:crypto` and `node:zlib` only compute.
 */
const isEffect = (path: string) =>
  path.endsWith('.store.ts') ||
  /^(@aws-sdk|@middy|sharp|node:(?!(?:crypto|zlib)$))/.test(path) ||
  /^shared\/runtime\/(environment|log|audit)\.ts$/.test(path);

const findEffects = (file: string) => [...findLoadedModules(file)].filter(isEffect);

describe('input and output', () => {
  it('are not imported by an endpoint or a consumer, not even indirectly', () => {
    expect(valueFiles.length).toBeGreaterThan(40);
    expect(valueFiles.filter((file) => findEffects(file).length > 0)).toEqual([]);
    const packages = new Set(
      valueFiles
        .flatMap((file) => [...findLoadedModules(file)])
        .filter((path) => !path.endsWith('.ts')),
    );
    expect([...packages].sort()).toEqual([
      'big.js',
      'node:crypto',
      'node:zlib',
      'zod/mini',
    ]);
  });

  it('are imported only by handlers, stores and the listed files', () => {
    const others = functionFiles.filter((file) => !/(\/handler|\.store)\.ts$/.test(file));
    expect(others.filter((file) => findEffects(file).length > 0)).toEqual([
      'functions/auth/account/account-context.ts',
      'functions/auth/account/security/load-security-page.ts',
      'functions/auth/account/security/request-email-change.ts',
      'functions/auth/authentication/sign-in-attempt.ts',
      'functions/auth/authentication/start-session.ts',
      'functions/auth/connect/callback/connect-provider.ts',
      'functions/auth/connect/callback/load-callback.ts',
      'functions/auth/connect/connect-context.ts',
      'functions/auth/consent/approval.ts',
      'functions/auth/consent/consent-request.ts',
      'functions/auth/consent/remembered-consent.ts',
      'functions/auth/erase-users/run-due-erasures.ts',
      'functions/auth/erase-users/run-erasure.ts',
      'functions/auth/identity/password.ts',
      'functions/auth/open-link/complete-sign-up.ts',
      'functions/auth/open-link/confirm-email.ts',
      'functions/auth/open-link/require-link.ts',
      'functions/auth/open-link/reset-password.ts',
      'functions/auth/sign-in/destination.ts',
      'functions/auth/token/authenticate-and-parse-token.ts',
      'functions/auth/token/authenticate-client.ts',
      'functions/auth/token/grants/authorization-code.ts',
      'functions/auth/token/grants/client-credentials.ts',
      'functions/auth/token/grants/refresh-token.ts',
      'functions/auth/write-export/run-export.ts',
      'functions/auth/write-export/sections.ts',
      'functions/auth/write-export/write-archive.ts',
      'functions/cdn/image-render/render.ts',
      'functions/cdn/image-render/rotate-animation.ts',
      'functions/cdn/image-render/serve-variant.ts',
      'functions/diary/entry/sync/end-sync.ts',
      'functions/diary/entry/sync/fetch-workouts.ts',
      'functions/diary/entry/sync/import-changes.ts',
      'functions/diary/entry/sync/log-sync.ts',
      'functions/diary/entry/sync/run-sync.ts',
      'functions/diary/entry/sync/subscribe-account.ts',
      'functions/diary/entry/sync/sync-budget.ts',
      'functions/diary/entry/sync/sync-page.ts',
      'functions/diary/entry/sync/sync-reported.ts',
      'functions/diary/entry/sync/sync-session.ts',
      'functions/diary/entry/sync/sync-workouts.ts',
      'functions/diary/entry/sync/workout-sources.ts',
      'functions/main/remote-connection/start-syncs/start-due-syncs.ts',
    ]);
  });
});
