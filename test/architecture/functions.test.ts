import { describe, expect, it } from 'vitest';
import { type Edge, edges, files, formatEdges, getSource, loadedBy } from './imports.ts';

const ofFunctions = files.filter((file) => file.startsWith('functions/'));
const endpoints = ofFunctions.filter((file) =>
  /\/(endpoint|consumer|function)\.ts$/.test(file),
);

/**
 * The folder below a domain that a file belongs to; a file beside those folders is shared by them.
 */
function getResource(file: string): string | undefined {
  const [, domain, resource, ...rest] = file.split('/');
  return rest.length > 0 ? `${domain}/${resource}` : undefined;
}

const served = new Set(
  ofFunctions
    .filter((file) => file.endsWith('/handler.ts'))
    .map((file) => getResource(file)),
);

/** Returns whether a file of the auth domain is shared: its resource has no handler. */
const isCommonToAuth = (file: string) =>
  file.startsWith('functions/auth/') && !served.has(getResource(file));

/** Returns whether the export of a user imports what it shows of the items of a resource. */
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
    const wrong = foreign.filter((edge) => !isExportDocument(edge));
    expect(formatEdges(wrong)).toEqual([]);
  });

  it('has an export document that imports only the types of its resource', () => {
    const documents = files.filter((file) => file.endsWith('.export.ts'));
    const loaded = new Set(documents.flatMap((file) => [...loadedBy(file)]));
    expect([...loaded]).toEqual(['shared/contract/export-document.ts']);
  });

  it('shares resources of the auth domain that import each other in one direction', () => {
    const drawn = edges
      .filter(({ from, to }) => isCommonToAuth(from) && isCommonToAuth(to))
      .map(({ from, to }) => [getResource(from), getResource(to)] as const)
      .filter(([from, to]) => from !== to)
      .map(([from, to]) => `${from ?? 'beside'} on ${to ?? 'beside'}`);
    expect([...new Set(drawn)].sort()).toEqual([
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

  it('throws only the errors of its endpoint, with the `fail` of its arguments', () => {
    const wrong = ofFunctions.filter((file) =>
      /\bserviceError\b|\bnew ServiceError\b/.test(getSource(file)),
    );
    // The operator's commands have no endpoint.
    expect(wrong).toEqual(['functions/auth/client/client-secret.store.ts']);
  });
});

/**
 * Returns whether a module has effects beyond the process, or is slow by design, e.g. password
 * hashing with `node:util`.
 */
const isEffect = (path: string) =>
  path.endsWith('.store.ts') ||
  /^(@aws-sdk|@middy|sharp|node:(?!(?:crypto|zlib)$))/.test(path) ||
  /^shared\/runtime\/(environment|log|audit)\.ts$/.test(path);

const findEffects = (file: string) => [...loadedBy(file)].filter(isEffect);

describe('input and output', () => {
  it('are not imported by an endpoint or a consumer, not even indirectly', () => {
    expect(endpoints.length).toBeGreaterThan(40);
    expect(endpoints.filter((file) => findEffects(file).length > 0)).toEqual([]);
    const packages = new Set(
      endpoints
        .flatMap((file) => [...loadedBy(file)])
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
    const others = ofFunctions.filter((file) => !/(\/handler|\.store)\.ts$/.test(file));
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
      'functions/auth/write-export/archive/draft.ts',
      'functions/auth/write-export/archive/write-archive.ts',
      'functions/auth/write-export/run-export.ts',
      'functions/auth/write-export/sections.ts',
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
