/** Which instruments stay subscribed, and for how long after their last use. */

import { expect, it } from 'vitest'
import { SpacedTurns } from '../../../electron/market/pacing/spacedTurns.ts'
import { StreamedInstruments } from '../../../electron/market/streamedInstruments.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

const BTC = 'BTCUSDC_PERP' as Symbol

function open() {
  const clock = new FakeClock()
  const sent: { op: string; args: string[] }[] = []
  const instruments = new StreamedInstruments({
    clock,
    random: seededRandom(1),
    defer: (run) => run(),
    post: () => {},
    heardAt: () => clock.monotonic(),
    backfill: false,
    pastTurns: new SpacedTurns(clock, 2_000),
    send(text) {
      sent.push(JSON.parse(text))
      return true
    },
    restartSocket: () => {},
    onOpened: () => {},
    onClosed: () => {},
    onTop: () => {},
    onLinks: () => {},
  })
  instruments.socketChanged('live', null)
  const book = () => sent.filter(({ args }) => args[0] === `orderbook-stream:${BTC}`).map(({ op }) => op)
  return { clock, instruments, book }
}

it('keeps a book that is used again and again, and closes it ten seconds after its last use', () => {
  const { clock, instruments, book } = open()
  // A proposal that waits for its second Enter walks the book once a second.
  for (let second = 0; second < 30; second++) {
    const opened = instruments.open(BTC)
    opened.book.heard(true, clock.now())
    instruments.releaseLater(BTC)
    clock.advance(1_000)
  }
  expect(book()).toEqual(['subscribe'])
  clock.advance(8_999)
  expect(book()).toEqual(['subscribe'])
  clock.advance(1)
  expect(book()).toEqual(['subscribe', 'unsubscribe'])
})
