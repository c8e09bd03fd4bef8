/** The value of a read that must succeed. */

import type { Result } from '../../../../shared/base/result.ts'

export function must<T>(read: Result<T, unknown>): T {
  if (!read.ok) throw new Error(`the client cannot read it: ${JSON.stringify(read.failure)}`)
  return read.value
}
