/** The paint worker's entry: joins the core, loads its fonts, draws what its page tells it. Nothing else. */

import '../live/jitless.ts'
import { clockOf } from '../../shared/base/clock.ts'
import { connectPaint } from '../live/connect.ts'
import { loadFonts } from './fonts.ts'
import { openPaintDesk } from './paintDesk.ts'
import type { ToPaint } from './paintWords.ts'

const clock = clockOf(globalThis)
const desk = openPaintDesk({
  clock,
  scheduler: {
    request: (run) => requestAnimationFrame(run),
    cancel: (id) => cancelAnimationFrame(id),
  },
  connect: (road, askPort) => connectPaint(clock, road, askPort),
  fonts: loadFonts(),
  post: (message) => self.postMessage(message, { transfer: [] }),
})
addEventListener('message', (event: MessageEvent<ToPaint>) => desk.hear(event.data))
