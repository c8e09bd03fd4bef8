/** A core with alerts: scripted prices, accounts and links on the test's own clock, and what a window sees of the alerts and their notices. */

import type { Settings } from '../../../../electron/core/ports/settings.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { MarginProfile } from '../../../../shared/domain/accounts/margin.ts'
import type { AlertChange, AlertChoice, AlertWatch } from '../../../../shared/domain/alerts/alertRule.ts'
import type { Instrument, Ticker } from '../../../../shared/domain/instrument.ts'
import type { Trade } from '../../../../shared/domain/trade.ts'
import type { Notice } from '../../../../shared/domain/notice.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { instrumentOf } from '../../../fakes/venue/fakeBroker.ts'
import { BTC, Desk, rowOf, text, tickerOf, tradeOf } from '../deskHarness.ts'

export const choiceOf = (watch: AlertWatch, more: Partial<AlertChoice> = {}): AlertChoice => ({
  watch,
  customerCode: null,
  mustAcknowledge: false,
  isOnce: false,
  ...more,
})

/** Margin of 10 % to open and 5 % to keep. */
export const PROFILE: MarginProfile = {
  initialMargin: text('10'),
  maintenanceMargin: text('5'),
  maxLeverage: text('10'),
  instrumentMargins: [],
}
const BITCOIN: Instrument = { ...instrumentOf(BTC), tickSize: text('0.5') }

export interface AlertDeskOptions {
  readonly settings?: Settings
  /** What the venue lists of BTC at the start, beside the usual prices. */
  readonly ticker?: Partial<Ticker>
  /** C1042 holds 10,000 USDC and is long this many BTC from 60,000. */
  readonly position?: string
  /** Trades that the venue lists at the start, where nobody holds a position. */
  readonly history?: readonly Trade[]
}

export async function openAlertDesk({ settings = memorySettings(), ...options }: AlertDeskOptions = {}) {
  const desk = new Desk({ settings, limits: NO_LIMITS })
  let ticker = options.ticker ?? {}
  desk.prepare = (prepared) => {
    prepared.venueInstruments = [BITCOIN]
    prepared.tickersAnswer = () => [{ ...tickerOf(BTC, desk.clock.now()), ...ticker }]
    prepared.venueTrades = [...(options.history ?? [])]
    if (options.position === undefined) return
    prepared.venueLedger = [
      rowOf('t1', { transactionType: 'trade', signedAmount: text('0') }),
      rowOf('d1', { signedAmount: text('10000') }),
    ]
    prepared.venueTrades = [tradeOf('t1', { amount: text(options.position), fee: text('0') })]
    prepared.marginProfileAnswer = () => Promise.resolve(ok(PROFILE))
  }
  const broker = await desk.ready()
  const list = desk.follow('alerts')
  const notices = desk.mirror('notices', (notice) => String(notice.id))
  const fired = (): Notice[] => [...notices.values()].filter(({ kind }) => kind === 'alert')
  const change = (asked: AlertChange) => desk.call('alert.change', { change: asked })
  const set = async (watch: AlertWatch, more: Partial<AlertChoice> = {}) => {
    const reply = await change({ act: 'add', alert: choiceOf(watch, more) })
    return reply.ok ? reply.value.id : reply.failure.message
  }
  /** The venue lists these values of BTC from now on. Two readings of the core pass. */
  const lists = async (next: Partial<Ticker>) => {
    ticker = { ...ticker, ...next }
    await desk.clock.run(3_000, 500)
  }
  /** The last trade of BTC is at this price now, as the stream reports it. */
  const trades = async (price: string) => {
    ticker = { ...ticker, lastPrice: text(price) }
    const at = desk.clock.now()
    const top = { symbol: BTC, bestBid: text('60000'), bestAsk: text('60001'), bookAt: at }
    const last = { lastPrice: text(price), lastAt: at, lastReceivedAt: at, receivedAt: at }
    desk.markets.at(-1)?.listener?.tops([{ ...top, ...last }])
    await desk.clock.run(300, 100)
  }
  const reading = () => list.now().alerts[0]?.reading
  return { desk, broker, list, fired, change, set, lists, trades, reading, settings }
}
