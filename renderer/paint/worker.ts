/** The entry of the paint worker: connects to the core, loads the fonts, draws the ladders of its page. */

import '../live/jitless.ts'
import { clockOf } from '../../shared/base/clock.ts'
import { connectPaint } from '../live/connect.ts'
import { loadFonts } from './fonts.ts'
import { openWorkerLadders } from './workerLadders.ts'
import type { ToPaint } from './paintWords.ts'

const clock = clockOf(globalThis)
const desk = openWorkerLadders({
  clock,
  scheduler: {
    request: (run) => requestAnimationFrame(run),
    cancel: (id) => cancelAnimationFrame(id),
  },
  connect: (transport, askPort) => connectPaint(clock, transport, askPort),
  fonts: loadFonts(),
  post: (message) => self.postMessage(message, { transfer: [] }),
})
addEventListener('message', (event: MessageEvent<ToPaint>) => desk.hear(event.data))
