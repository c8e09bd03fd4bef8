/** `node test/tools/venueMixes.ts [--mixes N] [--seed S]`: checks venues of seeded mixes of freedoms, and runs the client suite on each profile that the check makes. Ends with 1 if one fails. */

import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: { mixes: { type: 'string', default: '500' }, seed: { type: 'string', default: '1' } },
})
const root = resolve(import.meta.dirname, '../..')
// The client suite asserts with Vitest, so Vitest runs it.
const ran = spawnSync(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'isolated',
    'test/electron/broker/check/mixes.test.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, OPENPIT_MIXES: values.mixes, OPENPIT_FIRST_MIX: values.seed },
  },
)
process.exitCode = ran.status ?? 1
