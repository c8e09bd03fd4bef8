/** Joins the records of a statement that a window sends in parts, and has them printed as PDF. Stores neither. */

import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import type { Reply, Request } from '../../../../shared/contract/contract.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import type { PrintStatement } from '../../ports/printStatement.ts'
import { createPartJoiner } from './joinParts.ts'

export interface StatementPrinting {
  print(
    request: Request<'statement.print'>,
    caller: Caller,
  ): Promise<Result<Reply<'statement.print'>, Failure>>
}

/** `printStatement`: null where nothing prints. */
export function createStatementPrinting(printStatement: PrintStatement | null): StatementPrinting {
  const join = createPartJoiner()
  const refused = (sentence: string) => fail(failureOf('refused', sentence))
  return {
    async print(part, { windowId }) {
      if (!printStatement) return refused('This program makes no PDF. Save the CSV instead.')
      const joined = join(windowId, part)
      if (!joined.ok)
        return refused('A part of the statement is missing, so no PDF was made. Press PDF again.')
      if (joined.value === null) return ok({ pdf: null })
      const printed = await printStatement(joined.value)
      return printed.ok ? ok({ pdf: printed.value }) : refused(printed.failure)
    },
  }
}
