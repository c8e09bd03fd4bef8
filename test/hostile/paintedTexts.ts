/** Records every text that a canvas of the page paints, and runs the paint worker's code on the page, so that its canvases are recorded too. */

import { onTestFinished, vi } from 'vitest'
import { connectPaint } from '../../renderer/live/connect.ts'
import type { FromPaint, ToPaint } from '../../renderer/paint/paintWords.ts'
import { openWorkerLadders } from '../../renderer/paint/workerLadders.ts'
import { FakeClock } from '../fakes/fakeClock.ts'
import type { ToTestWorker } from '../fakes/window/paintWorker.ts'

export interface PaintedTexts {
  readonly texts: ReadonlySet<string>
  /** Those that began or ended outside of their canvas. */
  readonly cut: ReadonlySet<string>
}

type Painting = Pick<CanvasRenderingContext2D, 'fillText' | 'strokeText'>
/** Device px by which a letter may exceed its advance. */
const OVERHANG = 2

/** Whether a text at `x` leaves its canvas on the left or right. `most`: the width that it is squeezed into, CSS px. */
function isCut(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D,
  text: string,
  x: number,
  most = Infinity,
): boolean {
  const { a, e } = context.getTransform()
  const width = Math.min(context.measureText(text).width, most)
  const before = { left: 0, start: 0, center: 0.5, right: 1, end: 1 }[context.textAlign]
  const left = a * (x - before * width) + e
  return left < -OVERHANG || left + a * width > context.canvas.width + OVERHANG
}

/** Records until the end of the test. */
export function recordPaintedTexts(): PaintedTexts {
  const texts = new Set<string>()
  const cut = new Set<string>()
  for (const { prototype } of [CanvasRenderingContext2D, OffscreenCanvasRenderingContext2D])
    for (const name of ['fillText', 'strokeText'] as const) {
      const painting: Painting = prototype
      const paint = painting[name]
      painting[name] = function (this: CanvasRenderingContext2D, text, x, y, ...most) {
        texts.add(text)
        if (isCut(this, text, x, ...most)) cut.add(text)
        paint.call(this, text, x, y, ...most)
      }
      onTestFinished(() => void (painting[name] = paint))
    }
  return { texts, cut }
}

/** The paint worker of `paintStage.ts` on the page. As a worker, it gets every message in a later task. */
class PageWorker extends EventTarget {
  private readonly clock: FakeClock
  private readonly ladders: ReturnType<typeof openWorkerLadders>

  constructor(_address: URL, { name }: { readonly name: string }) {
    super()
    this.clock = new FakeClock(Number(name))
    this.ladders = openWorkerLadders({
      clock: this.clock,
      scheduler: {
        request: (run) => requestAnimationFrame(run),
        cancel: (id) => cancelAnimationFrame(id),
      },
      connect: (transport, askPort) => connectPaint(this.clock, transport, askPort),
      fonts: document.fonts.ready,
      post: (message) => this.post(message),
    })
  }

  private post(data: FromPaint | { readonly kind: 'settled'; readonly drawnAt: readonly number[] }): void {
    setTimeout(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }

  postMessage(message: ToPaint | ToTestWorker): void {
    setTimeout(() => {
      if (message.kind === 'advance') this.clock.advance(message.ms)
      else if (message.kind !== 'settle') this.ladders.hear(message)
      else
        requestAnimationFrame(() => requestAnimationFrame(() => this.post({ kind: 'settled', drawnAt: [] })))
    })
  }

  terminate(): void {}
}

/** Until the end of the test, a worker that the page starts is the paint worker's code on the page. */
export function paintOnPage(): void {
  vi.stubGlobal('Worker', PageWorker)
  onTestFinished(() => void vi.unstubAllGlobals())
}
