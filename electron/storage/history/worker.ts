/** Entry of the history thread, which alone touches the databases of candles and notices. A failure affects one file and is reported once. */

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
  unopened: (why, fix) =>
    problem(
      `Candles are stored in memory only: ${why}. Orders are not affected. ${fix}, then restart Openpit.`,
    ),
  failed: (why, fix) =>
    problem(
      `The history of candles ${why}. From now on candles are stored in memory only. Orders are not affected. ${fix}, then restart Openpit.`,
    ),
})
const notices = openSteadyTable({
  directory,
  file: NOTICES,
  table: (database) => new NoticeTable(database),
  unopened: (why, fix) =>
    problem(
      `Notices are stored for this run only, and notices of earlier runs are not shown: ${why}. What happened while Openpit was closed gets no notice: look through Orders, Trades and Ledger of each customer. Orders and money are not affected. ${fix}, then restart Openpit.`,
    ),
  failed: (why, fix) =>
    problem(
      `The file of notices ${why}. From now on notices are stored for this run only. Orders are not affected. ${fix}, then restart Openpit.`,
    ),
})

port.on('message', (message: ToHistory) => {
  switch (message.kind) {
    case 'keep':
      return candles.run((table) => table.keep(message.series, message.news))
    case 'newest':
      return candles.run((table) =>
        say({ kind: 'newest', requestId: message.requestId, stored: table.newest(message.series) }),
      )
    case 'read':
      return candles.run((table) =>
        say({ kind: 'page', requestId: message.requestId, page: table.read(message.series, message.query) }),
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
