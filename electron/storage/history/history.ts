/** Runs the history thread and passes candles, notices and queries to it. Touches no file; a history that failed answers empty. */

import { Worker } from 'node:worker_threads'
import type { CandlePage } from '../../../shared/domain/candles/candle.ts'
import type { CandleHistory, StoredCandles, NoticeArchive } from '../../core/ports.ts'
import { memoryNotices } from '../memoryNotices.ts'
import { readStoredNotices } from './storedNotices.ts'
import type { FromHistory, HistoryStart, NoticeRows, ToHistory } from './protocol.ts'

export interface HistoryOptions {
  /** The thread's entry: `worker.ts`, or `worker.mjs` when built. */
  readonly workerUrl: URL
  /** Where `history.sqlite` is; null stores nothing beyond this run. */
  readonly directory: string | null
  /** Asked before each write. A sentence: the folder is another terminal's, so nothing is stored. */
  readonly whyRefused?: () => string | null
  /** A sentence for the dealer: the history cannot be kept. Dealing goes on. */
  readonly onProblem: (sentence: string) => void
}

export interface OpenedHistory extends CandleHistory {
  /** What earlier runs left of notices, and where this run's go. Ask once. */
  notices(): Promise<NoticeArchive>
  /** Resolves once all that was handed in is in the file. */
  close(): Promise<void>
}

const NOTHING: StoredCandles = { minutes: [], known: [] }
const NO_PAGE: CandlePage = { candles: [], gaps: [], more: false }

export function openHistory(options: HistoryOptions): OpenedHistory {
  const start: HistoryStart = { directory: options.directory }
  const worker = new Worker(options.workerUrl, { workerData: start, name: 'history' })
  const newest = new Map<number, (kept: StoredCandles) => void>()
  const pages = new Map<number, (page: CandlePage) => void>()
  let nextAsk = 1
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
        newest.get(message.ask)?.(message.kept)
        newest.delete(message.ask)
        return
      case 'page':
        pages.get(message.ask)?.(message.page)
        pages.delete(message.ask)
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
      `The history of candles stopped (${error instanceof Error ? error.message : String(error)}): charts show this run only. Dealing goes on.`,
    ),
  )
  worker.on('exit', end)

  return {
    keep(of, news) {
      store({ kind: 'keep', of, news })
    },
    newest(of) {
      if (ended) return Promise.resolve(NOTHING)
      const ask = nextAsk++
      return new Promise((resolve) => {
        newest.set(ask, resolve)
        post({ kind: 'newest', ask, of })
      })
    },
    read(of, query) {
      if (ended) return Promise.resolve(NO_PAGE)
      const ask = nextAsk++
      return new Promise((resolve) => {
        pages.set(ask, resolve)
        post({ kind: 'read', ask, of, query })
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
        kept: readStoredNotices(rows, options.onProblem),
        save({ put, ...change }) {
          const rowsToPut = put.map((of) => ({ id: of.notice.id, body: JSON.stringify(of) }))
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
