import * as z from 'zod/mini';
import { currentTypes } from '../../../shared/catalogue/remote-connection-types.ts';
import { text } from '../../../shared/contract/text.ts';

/** Some providers' tokens are signed statements of a few thousand characters. */
const token = () => text(8192, 1);

/** With what the provider's interface is called in the user's name. */
export const ProviderTokens = z.object({ access_token: token(), refresh_token: z.optional(token()) });
export type ProviderTokens = z.infer<typeof ProviderTokens>;

/** A connection that was just authorized: what the provider said of it, and the tokens that it gave. */
export const NewRemoteConnection = z.object({
  type: z.enum(currentTypes.map(({ type }) => type)),
  remote_id: text(255, 1),
  ...ProviderTokens.shape,
});
export type NewRemoteConnection = z.input<typeof NewRemoteConnection>;
