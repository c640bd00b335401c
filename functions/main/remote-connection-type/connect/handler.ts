import { requireFound } from '#shared/http/require-found.ts';
import { serve } from '#shared/http/serve.ts';
import { selectTexts } from '#shared/pages/languages/languages.ts';
import { pageRenderer } from '#shared/pages/page-renderer.ts';
import { findRemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';
import endpoint from './endpoint.ts';
import { renderConnectPage } from './page.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ params, header, fail }) => {
    const type = requireFound(
      findRemoteConnectionType(params.id),
      { kind: 'remote connection type', id: params.id },
      fail,
    );
    return {
      status: 200,
      body: renderConnectPage(type, selectTexts(header('accept-language'))),
    };
  },
);
