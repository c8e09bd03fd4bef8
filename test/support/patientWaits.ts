/** Gives every wait of a test a bound for what hangs, never for a machine that is slow: vitest's own bound is one second. */

import { vi } from 'vitest'

/** Ms. Below the bound of a test, so that a wait fails with what it waited for. */
const HANGS = 60_000

const { waitFor } = vi
const patientWait: typeof waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: HANGS, ...options })
// Files that share a process share the tool that this changes.
if (waitFor.name !== patientWait.name) vi.waitFor = patientWait
