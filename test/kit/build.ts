import { buildService } from '#lib/build/build.ts';

/** Builds what the tests look into before any of them does, so that no two of them build it at once. */
export default async function setup(): Promise<void> {
  await buildService();
}
