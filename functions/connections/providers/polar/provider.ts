import { toProviderFailure } from '#functions/connections/provider-definition/call.ts';
import { defineProvider } from '#functions/connections/provider-definition/define-provider.ts';
import {
  pickMember,
  RemoteId,
} from '#functions/connections/provider-definition/readings.ts';
import { failure, success } from '#shared/runtime/result.ts';
import access from './access.ts';
import { polarMeasurements } from './measurements.ts';
import receiveWebhook from './webhook.ts';
import { fetchPolarWorkout, listPolarWorkouts, polarErrors } from './workouts.ts';

/**
 * Polar AccessLink v3 (www.polar.com/accesslink-api). Its tokens work until they are revoked, and
 * cannot be refreshed.
 */
export default defineProvider({
  type: 'polar',
  ...access,
  account: { id: pickMember('x_user_id', RemoteId) },
  /**
   * Registers the person with our client, under the id of the account. Polar returns only data that
   * is uploaded after the registration. An earlier registration counts as success.
   */
  async register({ send, now }, { access_token, remote_id }) {
    const response = await send({
      method: 'POST',
      url: 'https://www.polaraccesslink.com/v3/users',
      authorization: `Bearer ${access_token}`,
      json: { 'member-id': remote_id },
    });
    if (response.ok) return success(undefined);

    const { error } = response;
    const isRegistered = error.kind === 'status' && error.response.status === 409;
    if (isRegistered) return success(undefined);
    return failure(toProviderFailure(error, now, polarErrors));
  },
  // Both limits grow with the number of connected people.
  limits: [
    { requests: 500, seconds: 900, per: 'client' },
    { requests: 5000, seconds: 86_400, per: 'client' },
  ],
  delivery: 'push',
  listWorkouts: listPolarWorkouts,
  fetchWorkout: fetchPolarWorkout,
  measurements: polarMeasurements,
  receiveWebhook,
});
