import { getFormToken } from '#functions/auth/browser/form.ts';
import { getPageUrls } from '#functions/auth/browser/page-urls.ts';
import { findOverrides } from '#functions/auth/data-policy/data-policy.store.ts';
import { getPolicy } from '#functions/auth/data-policy/data-policy.ts';
import * as remoteConnections from '#functions/connections/connection/remote-connection.store.ts';
import { findFirstImport } from '#functions/connections/providers/find-access.ts';
import { pageDependencies } from '#shared/http/dependencies.ts';
import { serve } from '#shared/http/serve.ts';
import { getPageHeaders } from '#shared/pages/layout.ts';
import { loadConnectContext } from './connect-context.ts';
import { getContinueUrl } from './connect-request.ts';
import { renderContinuePage } from './continue.page.ts';
import endpoints from './endpoints.ts';

export const showConnectRequest = serve(
  endpoints.show,
  pageDependencies,
  async (request) => {
    const context = await loadConnectContext(request);
    if (!context.ok) return context.error;

    const { connectRequest, browser, user } = context.value;
    const { id, type } = connectRequest;
    const [connections, overrides] = await Promise.all([
      remoteConnections.list(request.table, user.profile.id),
      findOverrides(request.table),
    ]);
    const pages = getPageUrls(request.baseUrls, request.version);
    const body = renderContinuePage(context.value, {
      form_token: getFormToken(browser, { purpose: 'connect', reference: id }),
      url: getContinueUrl(request.baseUrls, request.version, id),
      switchAccountUrl: pages.signIn({ connect: id }),
      isConnected: connections.some((connection) => connection.type === type),
      firstImport: findFirstImport(type),
      policy: getPolicy(overrides, type),
    });
    return { status: 200, headers: getPageHeaders('any'), body };
  },
);
