/** Entry of the history thread: the only one that touches the history database. What fails is said once and costs the history alone. */

import type { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { invariant } from '../../../shared/base/result.ts'
import { CandleTable } from './candleTable.ts'
import { openDatabase, reasonOf } from './database.ts'
import type { FromHistory, HistoryStart, ToHistory } from './protocol.ts'

const port = parentPort
invariant(port, 'the history runs as a worker thread')
const say = (message: FromHistory) => port.postMessage(message)
const { directory } = workerData as HistoryStart

let database = open()
let table = new CandleTable(database)
let told = false

function open(): DatabaseSync {
  try {
    return openDatabase(directory)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    say({
      kind: 'problem',
      sentence: `Candles are kept in memory only: ${why}. Dealing goes on; move the file away and start again to begin a new history.`,
    })
    return openDatabase(null)
  }
}

/** The disk failed under the database: what comes is kept in memory, so that charts go on. */
function giveUp(error: unknown): void {
  if (told) return
  told = true
  say({
    kind: 'problem',
    sentence: `The history of candles ${reasonOf(error)}: from now on candles are kept in memory only. Dealing goes on; make room and start again.`,
  })
  try {
    database.close()
  } catch {
    // It is of no more use either way.
  }
  database = openDatabase(null)
  table = new CandleTable(database)
}

function attempt(run: () => void): void {
  try {
    run()
  } catch (error) {
    giveUp(error)
    run()
  }
}

port.on('message', (message: ToHistory) => {
  switch (message.kind) {
    case 'keep':
      return attempt(() => table.keep(message.of, message.news))
    case 'newest':
      return attempt(() => say({ kind: 'newest', ask: message.ask, kept: table.newest(message.of) }))
    case 'read':
      return attempt(() =>
        say({ kind: 'page', ask: message.ask, page: table.read(message.of, message.query) }),
      )
    case 'close':
      database.close()
      say({ kind: 'closed' })
      port.close()
  }
})
