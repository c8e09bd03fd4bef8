/** The statement queue of one command line, with what waits in it for the screen. */

import { useEffect, useState } from 'react'
import { dropProposal } from '../state/actions/dealing.ts'
import { useSession } from '../state/useSession.ts'
import { createStatementQueue, type StatementQueue } from './statementQueue.ts'
import type { LineHistory } from './useLineHistory.ts'

/** `setLine`: writes the field; the same function in every render. */
export function useStatementQueue(
  { remember }: LineHistory,
  setLine: (line: string) => void,
): { readonly statements: StatementQueue; readonly waiting: string } {
  const session = useSession()
  const [waiting, setWaiting] = useState('')
  const [statements] = useState(() => {
    const queue: StatementQueue = createStatementQueue({
      session,
      show(rest) {
        dropProposal(session, 'command')
        // A key may replace the statement: ↑ brings it back.
        remember(rest)
        setLine(rest)
      },
      onChange(stopped) {
        if (stopped !== null) remember(stopped)
        setWaiting(queue.waiting())
        session.line.setState({ waiting: queue.waiting() })
      },
    })
    return queue
  })
  useEffect(() => statements.close, [statements])
  return { statements, waiting }
}
