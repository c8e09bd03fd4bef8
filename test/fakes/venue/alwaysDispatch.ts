/** Lets every request leave: for tests of the adapter, which has no journal of its own. */

import { ok } from '../../../shared/base/result.ts'
import type { DispatchGate } from '../../../electron/core/ports/broker.ts'

export const freely: DispatchGate = () => Promise.resolve(ok(null))
