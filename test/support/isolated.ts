/** Paths of the tests that have a process to themselves, one for each file. All other tests in Node share processes. */

/** Tests that start processes, change their own, wait for many sockets at once, or replace a module. */
export const ISOLATED: readonly string[] = [
  'test/electron/{cli,compose,launch,shell}/**',
  'test/electron/broker/check/mixes.test.ts',
  'test/electron/log.test.ts',
  'test/{crash,planted,sim}/**',
  'test/renderer/state/windows/saveFile.test.ts',
]
