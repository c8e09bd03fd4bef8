/** Runs the history thread and passes candles, notices and queries to it. Touches no file. A thread that failed returns empty answers. */

import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { CandlePage } from '../../../shared/domain/candles/candle.ts'
import type { CandleHistory, StoredCandles } from '../../core/ports/candleHistory.ts'
import type { NoticeArchive } from '../../core/ports/noticeArchive.ts'
import { memoryNotices } from '../memoryNotices.ts'
import { readStoredNotices } from './storedNotices.ts'
import { NOTICES } from './schema.ts'
import type { FromHistory, HistoryStart, NoticeRows, ToHistory } from './protocol.ts'

export interface HistoryOptions {
  /** The thread's entry: `worker.ts`, or `worker.mjs` when built. */
  readonly workerUrl: URL
  /** Where `history.sqlite` is; null stores nothing beyond this run. */
  readonly directory: string | null
  /** Whether earlier runs used the folder: a file of notices that is missing there was lost. False where left out. */
  readonly wasUsed?: boolean
  /** Called before each write. A sentence means that the folder is another terminal's, so nothing is stored. */
  readonly whyRefused?: () => string | null
  /** Receives a sentence for the dealer when the history cannot be stored. */
  readonly onProblem: (sentence: string) => void
}

export interface OpenedHistory extends CandleHistory {
  /** The archive with the notices of earlier runs. Call once. */
  notices(): Promise<NoticeArchive>
  /** Resolves once everything passed in so far is in the file. */
  close(): Promise<void>
}

const noticesGone = (file: string, is: 'gone' | 'empty'): string =>
  `The file of notices ${file} is ${is}. Notices of earlier runs are not shown, also those that nobody acknowledged. What happened while Openpit was closed gets no notice: look through Orders, Trades and Ledger of each customer. Orders and money are not affected.`

const NOTHING: StoredCandles = { minutes: [], known: [] }
const NO_PAGE: CandlePage = { candles: [], gaps: [], more: false }

export function openHistory(options: HistoryOptions): OpenedHistory {
  const { directory } = options
  const start: HistoryStart = { directory }
  if (directory !== null && options.wasUsed === true) {
    const file = join(directory, NOTICES.name)
    // Looked at before the thread creates the file. SQLite takes an empty file for a new one.
    const found = statSync(file, { throwIfNoEntry: false })
    if (found === undefined || (found.isFile() && found.size === 0))
      options.onProblem(noticesGone(file, found === undefined ? 'gone' : 'empty'))
  }
  const worker = new Worker(options.workerUrl, { workerData: start, name: 'history' })
  const newest = new Map<number, (stored: StoredCandles) => void>()
  const pages = new Map<number, (page: CandlePage) => void>()
  let nextRequest = 1
  let ended = false
  let closing: Promise<void> | null = null
  let closed = () => {}
  let noticesRead = (_rows: NoticeRows | null) => {}

  const post = (message: ToHistory) => worker.postMessage(message, [])
  const store = (message: ToHistory) => {
    if (!ended && (options.whyRefused?.() ?? null) === null) post(message)
  }
  const end = () => {
    ended = true
    for (const answer of newest.values()) answer(NOTHING)
    for (const answer of pages.values()) answer(NO_PAGE)
    newest.clear()
    pages.clear()
    noticesRead(null)
    closed()
  }
  worker.on('message', (message: FromHistory) => {
    switch (message.kind) {
      case 'newest':
        newest.get(message.requestId)?.(message.stored)
        newest.delete(message.requestId)
        return
      case 'page':
        pages.get(message.requestId)?.(message.page)
        pages.delete(message.requestId)
        return
      case 'notices':
        return noticesRead(message.rows)
      case 'problem':
        return options.onProblem(message.sentence)
      case 'closed':
        return closed()
    }
  })
  worker.on('error', (error: unknown) =>
    options.onProblem(
      `The history of candles and notices stopped (${error instanceof Error ? error.message : String(error)}). Charts show this run only, and notices are stored for this run only. Orders are not affected. Restart Openpit to store both again.`,
    ),
  )
  worker.on('exit', end)

  return {
    keep(series, news) {
      store({ kind: 'keep', series, news })
    },
    newest(series) {
      if (ended) return Promise.resolve(NOTHING)
      const requestId = nextRequest++
      return new Promise((resolve) => {
        newest.set(requestId, resolve)
        post({ kind: 'newest', requestId, series })
      })
    },
    read(series, query) {
      if (ended) return Promise.resolve(NO_PAGE)
      const requestId = nextRequest++
      return new Promise((resolve) => {
        pages.set(requestId, resolve)
        post({ kind: 'read', requestId, series, query })
      })
    },
    async notices() {
      if (ended) return memoryNotices()
      const rows = await new Promise<NoticeRows | null>((resolve) => {
        noticesRead = resolve
        post({ kind: 'notices' })
      })
      if (rows === null) return memoryNotices()
      return {
        stored: readStoredNotices(rows, options.onProblem),
        save({ put, ...change }) {
          const rowsToPut = put.map((stored) => ({ id: stored.notice.id, body: JSON.stringify(stored) }))
          store({ kind: 'save-notices', change: { ...change, put: rowsToPut } })
        },
      }
    },
    close() {
      closing ??= ended
        ? Promise.resolve()
        : new Promise((resolve) => {
            closed = resolve
            post({ kind: 'close' })
          })
      return closing
    },
  }
}
