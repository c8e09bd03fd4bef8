/** The ladders of one window in the paint worker: handles the page's messages, draws in one loop, posts a snapshot of each changed ladder once per frame. */

import type { Clock } from '../../shared/base/clock.ts'
import { invariant } from '../../shared/base/result.ts'
import type { ContractClient } from '../../shared/contract/ports.ts'
import { HEADER, HEADER_LENGTH, type BookFrame } from '../../shared/domain/book/bookFrame.ts'
import { meantFor, type LadderEvent, type RowSize } from './ladder/ladderModel.ts'
import type { LadderScene } from './ladder/ladderView.ts'
import { setNumberMarks } from './ladder/numberText.ts'
import { LiveLadder } from './ladder/liveLadder.ts'
import { openFrameLoop, sparing, type FrameLoop, type FrameScheduler } from '../live/frameLoop.ts'
import { lateGrants } from '../live/lateGrants.ts'
import type { WorkerTransport } from '../live/paintTransport.ts'
import type { Theme } from '../style/theme.ts'
import { countWireToPixel } from './wireToPixel.ts'
import type { FromPaint, LadderInput, LadderNumber, LadderSnapshot, ToPaint } from './paintWords.ts'

export interface WorkerLaddersOptions {
  readonly clock: Clock
  readonly scheduler: FrameScheduler
  /** Connects to the core, with the ports that the page sends. */
  readonly connect: (transport: WorkerTransport, askPort: () => Promise<MessagePort>) => ContractClient
  /** Resolves when the ladder's fonts are loaded. A rejection is reported, and the system's fonts replace them. */
  readonly fonts: Promise<unknown>
  readonly post: (message: FromPaint) => void
}

export interface WorkerLadders {
  hear(message: ToPaint): void
}

/** Ms between redraws that update the age of the books. */
const SLOW = 250

type Hold = 'fonts' | 'hidden'

interface PostedSnapshot {
  readonly snapshot: LadderSnapshot
  /** The frame whose head is in the snapshot. */
  readonly frame: BookFrame | null
}

interface Shown {
  readonly live: LiveLadder
  place: number
  /** The newest posted snapshot. Excludes answers to looks, because their state may not be drawn yet. */
  posted: PostedSnapshot | null
  postedScene: LadderScene | null
}

export function openWorkerLadders(options: WorkerLaddersOptions): WorkerLadders {
  const { clock, post } = options
  const ladders = new Map<LadderNumber, Shown>()
  const turned = new Set<LadderNumber>()
  const ports = portsOfPage(post)
  let theme: Theme | null = null
  let client: ContractClient | null = null

  const onError = (error: unknown) => post(defectOf(error))
  const frames = lateGrants(sparing(options.scheduler, clock), clock)
  const screen = holdable(frames, tellTurned)
  const loop: FrameLoop = openFrameLoop(screen, onError)
  const wireToPixel = countWireToPixel(clock, (durations) => void client?.call('health.addDrawn', durations))
  clock.every(SLOW, invalidateAll)
  // Nothing is drawn before the fonts are loaded, because a canvas that drew a missing font keeps its replacement.
  void options.fonts.catch(onError).then(() => screen.hold('fonts', false))

  function invalidateAll(): void {
    for (const { live } of ladders.values()) live.invalidate()
  }

  function tellTurned(): void {
    const snapshots: LadderSnapshot[] = []
    for (const ladder of turned) {
      const shown = ladders.get(ladder)
      const news = shown && snapshotOf(ladder, shown)
      if (!shown || !news || news === shown.posted) continue
      shown.posted = news
      snapshots.push(news.snapshot)
    }
    turned.clear()
    if (snapshots.length > 0) post({ kind: 'snapshots', snapshots })
  }

  function tell(ladder: LadderNumber, shown: Shown, input: LadderInput): void {
    const { live } = shown
    switch (input.kind) {
      case 'follow':
        return live.follow(input.grouping)
      case 'size':
        return live.resize(input.width, input.height, input.ratio)
      case 'orders':
        return live.setOrders(input.orders)
      case 'marks':
        return live.setMarks(input.marks)
      case 'shape':
        return live.setShape(input.shape)
      case 'held':
        return live.setHeld(input)
      case 'event': {
        shown.place = input.place
        const event = eventHere(input.event, input, live)
        if (event === null) return live.invalidate()
        if (input.use) live.use(event)
        else live.apply(event)
        // The page needs a snapshot with this place, even when nothing else changed.
        return live.invalidate()
      }
      case 'look': {
        const { snapshot } = snapshotOf(ladder, shown)
        const fresh = live.scene !== shown.postedScene
        shown.postedScene = live.scene
        return post({
          kind: 'seen',
          look: input.look,
          snapshot,
          ...(fresh ? { scene: live.scene } : {}),
        })
      }
      case 'close':
        live.close()
        ladders.delete(ladder)
    }
  }

  return {
    hear(message) {
      switch (message.kind) {
        case 'start':
          theme = message.theme
          client = options.connect(message.transport, ports.ask)
          return
        case 'look':
          theme = message.theme
          setNumberMarks(message.marks)
          for (const { live } of ladders.values()) live.restyle(message.theme)
          return
        case 'port':
          return ports.bring(message.port)
        case 'noPort':
          return ports.bring(null)
        case 'hidden':
          if (!message.hidden) wireToPixel.inSight()
          return screen.hold('hidden', message.hidden)
        case 'open': {
          invariant(theme && client, 'A ladder was opened before the start')
          const { ladder, symbol, canvas } = message
          const live = new LiveLadder({
            client,
            clock,
            symbol,
            theme,
            canvas,
            loop,
            grant: (run) => frames.grant(run),
            wireToPixel,
            onTurn: () => void turned.add(ladder),
          })
          ladders.set(ladder, { live, place: 0, posted: null, postedScene: null })
          return
        }
        case 'tell': {
          const shown = ladders.get(message.ladder)
          if (shown) tell(message.ladder, shown, message.input)
        }
      }
    },
  }
}

/** The snapshot of a ladder now; the same object as the last posted one when nothing differs. */
function snapshotOf(ladder: LadderNumber, { live, place, posted }: Shown): PostedSnapshot {
  const { state, frame } = live.sight
  const { link } = live
  const was = posted?.snapshot
  const sameFrame = posted !== null && posted.frame === frame
  if (sameFrame && was?.state === state && was.place === place && was.link === link) return posted
  const head = sameFrame && was ? was.head : frame && headOf(frame)
  return { snapshot: { ladder, place, state, head, link }, frame }
}

const defectOf = (error: unknown): FromPaint => ({
  kind: 'defect',
  sentence: error instanceof Error ? (error.stack ?? error.message) : String(error),
})

/** A frame's head without rows, enough for keys and for the age of the book. */
export function headOf(frame: BookFrame): BookFrame {
  const head = frame.slice(0, HEADER_LENGTH)
  head[HEADER.bidCount] = 0
  head[HEADER.askCount] = 0
  return head
}

/** Adapts the page's event: recentring uses the newest book. Null for an event about rows that no longer exist. */
function eventHere(event: LadderEvent, spoken: RowSize, live: LiveLadder): LadderEvent | null {
  const { frame, state } = live.sight
  if (event.kind === 'recentre') return { kind: 'recentre', frame }
  return meantFor(spoken, event, state) ? event : null
}

/** A scheduler that runs no frame while anything holds it; the fonts hold it at first. `after` runs after each frame. */
function holdable(
  scheduler: FrameScheduler,
  after: () => void,
): FrameScheduler & { hold(why: Hold, held: boolean): void } {
  const holds = new Set<Hold>(['fonts'])
  let waiting: ((timeMs: number) => void) | null = null
  const request = (run: (timeMs: number) => void): number => {
    if (holds.size > 0) {
      waiting = run
      return 0
    }
    return scheduler.request((timeMs) => {
      run(timeMs)
      after()
    })
  }
  return {
    request,
    cancel: (id) => {
      waiting = null
      scheduler.cancel(id)
    },
    hold(why, held) {
      if (held) holds.add(why)
      else holds.delete(why)
      const run = waiting
      if (holds.size > 0 || run === null) return
      waiting = null
      request(run)
    },
  }
}

/** Requests ports from the page, one per call of `ask`. */
function portsOfPage(post: (message: FromPaint) => void) {
  let settle: ((port: MessagePort | null) => void) | null = null
  return {
    ask: () =>
      new Promise<MessagePort>((resolve, reject) => {
        settle = (port) => {
          if (port) resolve(port)
          else reject(new Error('The page sent no port.'))
        }
        post({ kind: 'askPort' })
      }),
    bring(port: MessagePort | null) {
      settle?.(port)
      settle = null
    },
  }
}
