import type { AccountContext } from '#functions/account/account-handler.ts';
import { serializeNotice } from '#functions/auth/browser/notice.ts';
import type { Client } from '#functions/auth/client/client.ts';
import { redirect } from '#shared/pages/redirect.ts';
import type { PortalNotice } from './portal.texts.ts';
import { toApplicationUrl } from './portal-url.ts';

/** Returns the redirect to the page of an application, which says what has happened. */
export function redirectToApplication(
  { pages }: AccountContext,
  { client_id }: Client,
  notice: PortalNotice,
) {
  const cookie = serializeNotice<PortalNotice>('portal', notice);
  return redirect(toApplicationUrl(pages, client_id), [cookie]);
}
