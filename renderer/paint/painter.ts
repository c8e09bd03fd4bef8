/** The page's end of the paint worker: transfers canvases and messages, and passes snapshots to listeners. Draws nothing, reads no book. */

import type { NumberMarks } from '../../shared/domain/settings/settingList.ts'
import type { Symbol } from '../../shared/domain/scalars.ts'
import type { LadderScene } from './ladder/ladderView.ts'
import type { PaintTransport } from '../live/paintTransport.ts'
import type { Theme } from '../style/theme.ts'
import type { FromPaint, LadderInput, LadderNumber, LadderSnapshot, ToPaint } from './paintWords.ts'

/** The part of `Worker` that the painter uses. */
export interface PaintWorker {
  postMessage(message: ToPaint, transfer: Transferable[]): void
  addEventListener(type: 'message', listener: (event: MessageEvent<FromPaint>) => void): void
  addEventListener(type: 'error', listener: (event: ErrorEvent) => void): void
  terminate(): void
}

export interface PainterOptions {
  readonly worker: PaintWorker
  readonly theme: Theme
  readonly transport: PaintTransport
  readonly onError: (error: unknown) => void
}

/** Receives one ladder's messages on the page. */
export interface LadderListener {
  onSnapshot(snapshot: LadderSnapshot): void
  /** The answer to a look; `scene` as drawn last. */
  onLook(look: number, scene: LadderScene | null): void
}

export interface PaintHandle {
  readonly ladder: LadderNumber
  tell(input: LadderInput): void
  /** The canvas goes blank and the listener receives nothing more. */
  close(): void
}

export interface Painter {
  /** Transfers the canvas to the worker, so every call needs a new canvas. */
  open(symbol: Symbol, canvas: HTMLCanvasElement, listener: LadderListener): PaintHandle
  hide(hidden: boolean): void
  /** Draws every ladder again, in these colors and marks. */
  look(theme: Theme, marks: NumberMarks): void
  close(): void
}

/** Requires OffscreenCanvas: a browser without it is not supported. */
export function openPainter({ worker, theme, transport, onError }: PainterOptions): Painter {
  const listeners = new Map<LadderNumber, LadderListener & { scene: LadderScene | null }>()
  let made = 0

  const post = (message: ToPaint, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  worker.addEventListener('message', ({ data }) => hear(data))
  worker.addEventListener('error', (event) =>
    onError(event.error ?? new Error(`The paint worker failed: ${event.message}`)),
  )
  post({ kind: 'start', theme, transport: transport.kind === 'ports' ? { kind: 'ports' } : transport })

  function hear(message: FromPaint): void {
    switch (message.kind) {
      case 'snapshots':
        for (const snapshot of message.snapshots) listeners.get(snapshot.ladder)?.onSnapshot(snapshot)
        return
      case 'seen': {
        const { snapshot, look, scene } = message
        const listener = listeners.get(snapshot.ladder)
        if (!listener) return
        if (scene !== undefined) listener.scene = scene
        listener.onSnapshot(snapshot)
        return listener.onLook(look, listener.scene)
      }
      case 'askPort':
        return void bringPort()
      case 'defect':
        return onError(new Error(`A ladder could not be drawn: ${message.sentence}`))
    }
  }

  async function bringPort(): Promise<void> {
    if (transport.kind === 'socket') return
    try {
      const port = await transport.ask()
      post({ kind: 'port', port }, [port])
    } catch {
      // No port is available now. The worker asks again; until then its books are down.
      post({ kind: 'noPort' })
    }
  }

  return {
    open(symbol, canvas, listener) {
      const ladder = ++made
      const offscreen = canvas.transferControlToOffscreen()
      listeners.set(ladder, {
        onSnapshot: listener.onSnapshot.bind(listener),
        onLook: listener.onLook.bind(listener),
        scene: null,
      })
      post({ kind: 'open', ladder, symbol, canvas: offscreen }, [offscreen])
      return {
        ladder,
        tell: (input) => post({ kind: 'tell', ladder, input }),
        close() {
          listeners.delete(ladder)
          post({ kind: 'tell', ladder, input: { kind: 'close' } })
        },
      }
    },
    look: (next, marks) => post({ kind: 'look', theme: next, marks }),
    hide: (hidden) => post({ kind: 'hidden', hidden }),
    close: () => worker.terminate(),
  }
}
