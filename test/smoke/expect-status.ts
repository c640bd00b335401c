import type { TestResponse } from '#kit/send.ts';

/** Returns a response that has the expected status. Throws an error with the whole response. */
export async function expectStatus<Body>(
  expected: number,
  pending: Promise<TestResponse<Body>>,
): Promise<TestResponse<Body>> {
  const response = await pending;
  if (response.status !== expected)
    throw new Error(`Expected status ${expected}, got ${formatResponse(response)}`);
  return response;
}

function formatResponse({ status, headers, text }: TestResponse): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  return [status, ...lines, '', text].join('\n');
}
