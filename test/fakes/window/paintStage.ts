/** A paint worker for a test page: its clock moves with the test's, and its books come from the test over a real contract. */

import { openPainter, type Painter } from '../../../renderer/paint/painter.ts'
import { theme } from '../../../renderer/style/theme.ts'
import type { TopicSink } from '../../../shared/contract/ports.ts'
import { portTransport } from '../../../shared/contract/portTransport.ts'
import { serveContract } from '../../../shared/contract/server/server.ts'
import type { Transport } from '../../../shared/contract/transport.ts'
import type { BookFrame } from '../../../shared/domain/book/bookFrame.ts'
import type { WindowDurations } from '../../../shared/domain/health/drawn.ts'
import { ok } from '../../../shared/base/result.ts'
import { fakeCore, play, type Held } from '../../contract/fakeCore.ts'
import { FakeClock } from '../fakeClock.ts'
import type { ToTestWorker } from './paintWorker.ts'

/** The core's end of the worker's link, as the test plays it. */
export class FakeBooks {
  /** No transport reaches the core: a lost link stays lost. */
  blocked = false
  /** What the core does for a book that is opened. */
  begin: (sink: TopicSink<'book'>) => void
  readonly opened: Held<'book'>[]
  /** What the worker reported of its drawing, oldest first. */
  readonly drawn: WindowDurations[] = []
  private readonly fake = fakeCore()
  private readonly transports: Transport[] = []
  private readonly clock: FakeClock

  /** `frame`: what every book begins with; null leaves it waiting. */
  constructor(clock: FakeClock, frame: BookFrame | null) {
    this.clock = clock
    this.begin = (sink) => void (frame && sink.snapshot(frame))
    this.fake.handlers['health.addDrawn'] = (durations) => {
      this.drawn.push(durations)
      return Promise.resolve(ok({}))
    }
    this.opened = play(this.fake, 'book', (sink: TopicSink<'book'>) => this.begin(sink))
  }

  /** A port whose other end is served. */
  readonly ask = (): Promise<MessagePort> => {
    if (this.blocked) return Promise.reject(new Error('no transport'))
    const { port1, port2 } = new MessageChannel()
    const transport = portTransport(port1)
    this.transports.push(transport)
    const { handlers, sources } = this.fake
    serveContract(transport, {
      handlers,
      sources,
      caller: { windowId: 'test', allows: (scope) => scope === 'read' },
      clock: this.clock,
      report: this.fake.report,
    })
    return Promise.resolve(port2)
  }

  /** The subscriptions that are open now. */
  get open(): readonly Held<'book'>[] {
    return this.opened.filter((held) => !held.closed)
  }

  delta(frame: BookFrame): void {
    for (const { sink } of this.open) sink.delta(frame)
  }

  /** The link breaks, and there is none until `blocked` is taken back. */
  cut(): void {
    this.blocked = true
    for (const transport of this.transports.splice(0)) {
      // A worker closes a transport that sends nonsense. A browser's port does not report that the other end closed.
      transport.send('nonsense')
      transport.close('cut by the test')
    }
  }
}

/** The test's clock; the worker's goes with it. */
class SharedClock extends FakeClock {
  private readonly tell: (message: ToTestWorker) => void

  constructor(now: number, tell: (message: ToTestWorker) => void) {
    super(now)
    this.tell = tell
  }

  override advance(ms: number): void {
    this.tell({ kind: 'advance', ms })
    super.advance(ms)
  }
}

export interface PaintStage {
  readonly painter: Painter
  readonly clock: FakeClock
  readonly books: FakeBooks
  readonly worker: Worker
  /** Two frames of the worker later: the input has been drawn, and the worker's messages have arrived. Gives the times (ms since epoch) of its frames since the last. */
  settle(): Promise<readonly number[]>
}

/** `ask` opens a transport to another core than the test's books. The worker then goes by the machine's clock. */
export function stagePainter(
  now: number,
  frame: BookFrame | null,
  ask?: () => Promise<MessagePort>,
): PaintStage {
  const worker = new Worker(new URL('./paintWorker.ts', import.meta.url), {
    type: 'module',
    name: ask ? '' : String(now),
  })
  const clock = new SharedClock(now, (message) => worker.postMessage(message, []))
  const books = new FakeBooks(clock, frame)
  const painter = openPainter({
    worker,
    theme: theme(),
    transport: { kind: 'ports', ask: ask ?? books.ask },
    onError: reportError,
  })
  const settle = () =>
    new Promise<readonly number[]>((resolve) => {
      const hear = ({ data }: MessageEvent<{ kind: string; drawnAt: number[] }>) => {
        if (data.kind !== 'settled') return
        worker.removeEventListener('message', hear)
        resolve(data.drawnAt)
      }
      worker.addEventListener('message', hear)
      worker.postMessage({ kind: 'settle' } satisfies ToTestWorker, [])
    })
  return { painter, clock, books, worker, settle }
}
