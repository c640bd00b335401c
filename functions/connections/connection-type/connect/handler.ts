import { readLanguage } from '#functions/auth/language/language.ts';
import {
  type NotConnectableReason,
  renderNotConnectable,
} from '#functions/connections/connect/not-connectable.ts';
import { requireFound } from '#shared/http/handler.ts';
import { serve } from '#shared/http/serve.ts';
import { pageRenderer } from '#shared/pages/error-page.ts';
import { redirect } from '#shared/pages/redirect.ts';
import {
  findConnectionType,
  isImportable,
} from '#shared/reference-data/connection-types.ts';
import type { RemoteConnectionType } from '#shared/reference-data/remote-connection-types.ts';
import { compact } from '#shared/runtime/compact.ts';
import endpoint from './endpoint.ts';

export const handler = serve(
  endpoint,
  { pages: pageRenderer },
  async ({ params, query, header, baseUrls, settings, version, fail }) => {
    const type = requireFound(
      findConnectionType(params.id),
      { kind: 'remote connection type', id: params.id },
      fail,
    );
    if (!isImportable(type.type)) {
      const language = readLanguage(header);
      const { service } = settings;
      const reason = explainObstacle(type);
      const body = renderNotConnectable(type.name, reason, { language, service });
      return { status: 200, body };
    }

    const parameters = new URLSearchParams(compact({ type: type.type, ...query }));
    return redirect(`${baseUrls.auth}/${version}/connect/?${parameters}`);
  },
);

/** Why a type cannot be connected, by its kind of connection. */
const reasons: Readonly<
  Record<RemoteConnectionType['connection'], NotConnectableReason>
> = {
  oauth2: 'unsupported',
  oauth1: 'unsupported',
  phone: 'phone',
  api_key: 'api_key',
  none: 'none',
};

/** Returns why no account of a type without imports can be connected. */
export function explainObstacle({
  connection,
  retired,
}: RemoteConnectionType): NotConnectableReason {
  return retired && connection !== 'none' ? 'retired' : reasons[connection];
}
