/** Entry of the history thread: the only one that touches the databases of candles and notices. What fails is said once and costs its own file alone. */

import { parentPort, workerData } from 'node:worker_threads'
import { invariant } from '../../../shared/base/result.ts'
import { CandleTable } from './candleTable.ts'
import { NoticeTable } from './noticeTable.ts'
import type { FromHistory, HistoryStart, ToHistory } from './protocol.ts'
import { CANDLES, NOTICES } from './schema.ts'
import { openSteadyTable } from './steadyTable.ts'

const port = parentPort
invariant(port, 'the history runs as a worker thread')
const say = (message: FromHistory) => port.postMessage(message)
const problem = (sentence: string) => say({ kind: 'problem', sentence })
const { directory } = workerData as HistoryStart

const candles = openSteadyTable({
  directory,
  file: CANDLES,
  table: (database) => new CandleTable(database),
  unopened: (why) =>
    problem(
      `Candles are kept in memory only: ${why}. Dealing goes on; move the file away and start again to begin a new history.`,
    ),
  failed: (why) =>
    problem(
      `The history of candles ${why}: from now on candles are kept in memory only. Dealing goes on; make room and start again.`,
    ),
})
const notices = openSteadyTable({
  directory,
  file: NOTICES,
  table: (database) => new NoticeTable(database),
  unopened: (why) =>
    problem(
      `Notices are kept for this run only, and those of earlier runs are not shown: ${why}. Dealing goes on; move the file away and start again to keep notices.`,
    ),
  failed: (why) =>
    problem(
      `The file of notices ${why}: from now on notices are kept for this run only. Dealing goes on; make room and start again.`,
    ),
})

port.on('message', (message: ToHistory) => {
  switch (message.kind) {
    case 'keep':
      return candles.run((table) => table.keep(message.of, message.news))
    case 'newest':
      return candles.run((table) => say({ kind: 'newest', ask: message.ask, kept: table.newest(message.of) }))
    case 'read':
      return candles.run((table) =>
        say({ kind: 'page', ask: message.ask, page: table.read(message.of, message.query) }),
      )
    case 'notices':
      return notices.run((table) => say({ kind: 'notices', rows: table.read() }))
    case 'save-notices':
      return notices.run((table) => table.save(message.change))
    case 'close':
      candles.close()
      notices.close()
      say({ kind: 'closed' })
      port.close()
  }
})
