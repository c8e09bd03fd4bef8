/** Gives every wait of a test a bound for what hangs, never for a machine that is slow: vitest's own bound is one second. */

import { vi } from 'vitest'

/** Ms. Below the bound of a test, so that a wait fails with what it waited for. */
const HANGS = 60_000

const { waitFor } = vi
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: HANGS, ...options })
