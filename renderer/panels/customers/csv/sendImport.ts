/** Sends a reviewed import of customers to the core in parts, each after the reply to the part before. The core applies all of it or none. */

import { ok, type Result } from '../../../../shared/base/result.ts'
import { IMPORT_PART } from '../../../../shared/contract/commands/customerCommands.ts'
import type { Failure } from '../../../../shared/contract/failure.ts'
import type { CustomerChange } from '../../../../shared/domain/accounts/customer.ts'
import type { WindowSession } from '../../../state/windowSession.ts'

export async function sendImport(
  { client }: Pick<WindowSession, 'client'>,
  changes: readonly CustomerChange[],
): Promise<Result<null, Failure>> {
  const importId = crypto.randomUUID()
  const parts = Math.ceil(changes.length / IMPORT_PART)
  for (let part = 1; part <= parts; part++) {
    const some = changes.slice((part - 1) * IMPORT_PART, part * IMPORT_PART)
    const reply = await client.call('customer.import', { importId, part, parts, changes: some })
    if (!reply.ok) return reply
  }
  return ok(null)
}
