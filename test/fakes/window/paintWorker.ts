/** The terminal's paint worker with a clock that the test moves: its name is the wall clock it starts at, ms. Without a name it goes by the machine's. */

import '../../../renderer/live/jitless.ts'
import { connectPaint } from '../../../renderer/live/connect.ts'
import { loadFonts } from '../../../renderer/paint/fonts.ts'
import { openWorkerLadders } from '../../../renderer/paint/workerLadders.ts'
import type { ToPaint } from '../../../renderer/paint/paintWords.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { FakeClock } from '../fakeClock.ts'

export type ToTestWorker =
  | { readonly kind: 'advance'; readonly ms: number }
  /** Answered by `settled` when fonts are there and two frames have passed, with the times (ms since epoch) at which was drawn. */
  | { readonly kind: 'settle' }

const fake = self.name === '' ? null : new FakeClock(Number(self.name))
const clock = fake ?? clockOf(globalThis)
const fonts = loadFonts()
const drawnAt: number[] = []
const desk = openWorkerLadders({
  clock,
  scheduler: {
    request: (run) =>
      requestAnimationFrame((timeMs) => {
        run(timeMs)
        drawnAt.push(performance.timeOrigin + performance.now())
      }),
    cancel: (id) => cancelAnimationFrame(id),
  },
  connect: (transport, askPort) => connectPaint(clock, transport, askPort),
  fonts,
  post: (message) => self.postMessage(message, { transfer: [] }),
})

addEventListener('message', ({ data }: MessageEvent<ToPaint | ToTestWorker>) => {
  if (data.kind === 'advance') fake?.advance(data.ms)
  else if (data.kind === 'settle') void settle()
  else desk.hear(data)
})

async function settle(): Promise<void> {
  await fonts
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  self.postMessage({ kind: 'settled', drawnAt: drawnAt.splice(0) }, { transfer: [] })
}
