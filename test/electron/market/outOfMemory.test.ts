/** A thread that the system ends for want of memory: orders are not affected, prices do not stay on screen as if they were live, and one sentence says so. */

import { EventEmitter } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import { openMarket } from '../../../electron/market/market.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { bookState, type BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { Symbol } from '../../../shared/domain/scalars.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'

/** As a worker thread at its limit does: `error` with ERR_WORKER_OUT_OF_MEMORY, then `exit` (nodejs.org/api/worker_threads.html, `resourceLimits`). */
class FakeThread extends EventEmitter {
  readonly received: unknown[] = []
  postMessage = (message: unknown) => void this.received.push(message)
  terminate = () => Promise.resolve(0)
  endForMemory(): void {
    const message = 'Worker terminated due to reaching memory limit: JS heap out of memory'
    this.emit('error', Object.assign(new Error(message), { code: 'ERR_WORKER_OUT_OF_MEMORY' }))
    this.emit('exit', 1)
  }
}

it('ends every book at once, says what it means, and starts again with the open books', () => {
  const threads: FakeThread[] = []
  const clock = new FakeClock()
  const market = openMarket({
    workerUrl: new URL('worker.ts', import.meta.url),
    spareThread() {
      const thread = new FakeThread()
      threads.push(thread)
      return thread as unknown as Worker
    },
    clock,
    random: seededRandom(1),
  })(
    venueProfile.parse({
      name: 'Test',
      kind: 'paper',
      restUrl: 'http://127.0.0.1:9',
      streamUrl: 'ws://127.0.0.1:9',
    }),
    'test',
  )
  const said: string[] = []
  market.listen({
    tops: () => {},
    links: () => {},
    steps: () => {},
    unreadable: (sentence) => said.push(sentence),
  })
  const frames: BookFrame[] = []
  market.book({ symbol: 'BTCUSDC_PERP' as Symbol, grouping: 1, rows: 20 }, (frame) => frames.push(frame))
  threads[0]?.endForMemory()
  expect(frames.map(bookState)).toEqual(['down'])
  expect(said).toEqual([
    'Market data stopped (Worker terminated due to reaching memory limit: JS heap out of memory). Orders at the venue stay as they are, and ladders disarm. Openpit starts market data again: arm once the book is live.',
  ])
  clock.advance(500)
  expect(threads).toHaveLength(2)
  expect(JSON.stringify(threads[1]?.received)).toContain('BTCUSDC_PERP')
  market.close()
})
