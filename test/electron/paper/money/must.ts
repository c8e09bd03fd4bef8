/** The value of a read that must succeed. */

import type { Result } from '../../../../shared/base/result.ts'

export function must<T>(read: Result<T, string>): T {
  if (!read.ok) throw new Error(`the client cannot read it: ${read.failure}`)
  return read.value
}
