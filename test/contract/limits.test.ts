import { expect, it } from 'vitest';
import { callHandlerWith } from '#kit/call-handler.ts';
import { findLimitProblems, readLimitFields } from '#kit/limit-fields.ts';
import { isLimited } from '#shared/contract/endpoint.ts';
import { newId } from '#shared/runtime/ids.ts';
import { buildPath } from './endpoint-path.ts';
import { endpoints, withIds } from './endpoint-requests.ts';

const limitedEndpoints = endpoints.filter(
  ({ endpoint }) => isLimited(endpoint) && endpoint.auth !== 'public',
);

// Every other test checks the fields of the responses that it gets, by `call` and `callHandler`.
it.each(withIds(limitedEndpoints))(
  '%s tells a caller that it is at its limit, and until when',
  async (_, entry) => {
    const { host, method, versions, auth } = entry.endpoint;
    const send = callHandlerWith({
      sub: newId(new Date()),
      token_use: auth === 'application' ? 'application' : 'user',
      client_id: newId(new Date()),
      limits: '1 1 1 1',
    });
    const request = () => send(method, buildPath(entry, versions[0]), { host });
    const first = await request();
    expect(first.status).toBeLessThan(500);
    expect(findLimitProblems(entry.endpoint, first)).toEqual([]);
    expect(readLimitFields(first)?.limits).toMatchObject([{ r: 0 }]);

    const second = await request();
    expect(second.status).toBe(429);
    expect(findLimitProblems(entry.endpoint, second)).toEqual([]);
    // The next window of 15 minutes can begin in between.
    const policies =
      auth === 'application' ? ['application-day'] : ['day', 'application-day'];
    const violated_policies = expect.arrayContaining(policies);
    expect(second.body).toMatchObject({ violated_policies });
  },
);
