/** Requests a second through the local runner, and how long one takes; milliseconds. */
export interface Throughput {
  name: string;
  per_second: number;
  median: number;
  p99: number;
}

const callers = 8;

/** Lets eight callers send one request after another for `seconds`; throws where one is not answered as expected. */
export async function measureThroughput(
  name: string,
  seconds: number,
  request: () => Promise<{ status: number; text: string }>,
  expected: number,
): Promise<Throughput> {
  for (let i = 0; i < callers * 2; i++) await request();
  const end = performance.now() + seconds * 1000;
  const durations: number[] = [];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const sent = performance.now();
        const { status, text } = await request();
        if (status !== expected) throw new Error(`${name} answered ${status}: ${text}`);
        durations.push(performance.now() - sent);
      }
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  durations.sort((a, b) => a - b);
  const at = (share: number) => durations[Math.floor(durations.length * share)] ?? 0;
  return { name, per_second: durations.length / elapsed, median: at(0.5), p99: at(0.99) };
}
