import type { TestResponse } from '#kit/send.ts';

/** Returns the response if it has the expected status. Otherwise throws an error that quotes it. */
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
