/** The candles of a compared instrument: follows the newest, and reads pages until the time in view is held. Draws nothing. */

import type { ContractClient, TopicHandle } from '../../../../shared/contract/ports.ts'
import type { Interval } from '../../../../shared/domain/candles/candle.ts'
import type { Symbol } from '../../../../shared/domain/scalars.ts'
import type { FrameScheduler } from '../../../live/frameLoop.ts'
import {
  emptyWindow,
  goLive,
  MOST_BARS,
  PAGE_BARS,
  takeDelta,
  takeNewer,
  takeOlder,
  takeSnapshot,
  type CandleWindow,
} from '../candleWindow.ts'

export interface ComparedCandlesOptions {
  readonly client: ContractClient
  readonly symbol: Symbol
  readonly interval: Interval
  /** Schedules the changes, because each of them redraws the chart. */
  readonly turn: FrameScheduler
}

/** The open times of the first and the last slot in view, ms. */
export interface TimeInView {
  readonly from: number
  readonly to: number
}

export class ComparedCandles {
  private readonly options: ComparedCandlesOptions
  private readonly onChange: () => void
  private readonly handle: TopicHandle
  private inView: TimeInView | null = null
  private paging = false
  private owesPainted = false
  private closed = false
  window: CandleWindow
  /** The link to the core is lost, so the candles are old. */
  isOld = false
  /** Why the last page could not be read, one sentence. */
  unread: string | null = null

  constructor(options: ComparedCandlesOptions, onChange: () => void) {
    this.options = options
    this.onChange = onChange
    const { client, symbol, interval } = options
    this.window = emptyWindow(interval)
    this.handle = client.open(
      'candles',
      { symbol, interval },
      {
        snapshot: (news) => this.hear(takeSnapshot(this.window, news)),
        delta: (news) => this.hear(takeDelta(this.window, news)),
        stale: () => {
          this.isOld = true
          this.change()
        },
      },
    )
  }

  /** Reads on where candles of the time in view are not held. After a failure the next move of the view reads again. */
  show(inView: TimeInView): void {
    if (inView.from !== this.inView?.from || inView.to !== this.inView.to) this.unread = null
    this.inView = inView
    this.readOn()
  }

  close(): void {
    this.closed = true
    this.options.turn.cancel(0)
    this.handle.close()
  }

  private hear(window: CandleWindow): void {
    if (this.isOld) this.unread = null
    this.isOld = false
    this.owesPainted = true
    this.window = window
    this.change()
  }

  private change(): void {
    this.options.turn.request(() => {
      this.onChange()
      if (!this.owesPainted) return
      this.owesPainted = false
      this.handle.painted()
    })
  }

  private readOn(): void {
    const { inView } = this
    const { candles, tail, live, more } = this.window
    const [first, last] = [candles[0], candles.at(-1)]
    if (!inView || !first || !last || this.paging || this.unread !== null) return
    if (!live && inView.from >= (tail.candles[0]?.openTime ?? Infinity)) {
      this.window = goLive(this.window)
      return this.change()
    }
    // A page at one end may drop candles at the other end. None of the time in view is dropped.
    const hasRoom = (needed: typeof candles) => needed.length + PAGE_BARS <= MOST_BARS
    if (more && inView.from < first.openTime) {
      if (hasRoom(candles.filter(({ openTime }) => openTime <= inView.to))) void this.page('older')
    } else if (!live && inView.to > last.openTime) {
      if (hasRoom(candles.filter(({ openTime }) => openTime >= inView.from))) void this.page('newer')
    }
  }

  private async page(end: 'older' | 'newer'): Promise<void> {
    const [first, last] = [this.window.candles[0], this.window.candles.at(-1)]
    if (!first || !last) return
    this.paging = true
    const { client, symbol, interval } = this.options
    const answer = await client.call('candles.read', {
      symbol,
      interval,
      before: first.openTime,
      after: end === 'newer' ? last.openTime : null,
      count: PAGE_BARS,
    })
    this.paging = false
    if (this.closed) return
    this.unread = answer.ok ? null : answer.failure.message
    // The window moved meanwhile, so the page no longer joins it.
    const edge = end === 'older' ? this.window.candles[0] : this.window.candles.at(-1)
    if (answer.ok && edge?.openTime === (end === 'older' ? first : last).openTime)
      this.window =
        end === 'older' ? takeOlder(this.window, answer.value) : takeNewer(this.window, answer.value)
    this.change()
  }
}
