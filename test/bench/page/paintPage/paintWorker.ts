/** The terminal's paint worker, which also keeps how long each of its frames took. */

import '../../../../renderer/live/jitless.ts'
import { connectPaint } from '../../../../renderer/live/connect.ts'
import { loadFonts } from '../../../../renderer/paint/fonts.ts'
import type { ToPaint } from '../../../../renderer/paint/paintWords.ts'
import { openTimedLadders } from './timedLadders.ts'

const { desk, take } = openTimedLadders(loadFonts(), connectPaint, (message) =>
  self.postMessage(message, { transfer: [] }),
)

addEventListener('message', ({ data }: MessageEvent<ToPaint | { readonly kind: 'figures' }>) => {
  if (data.kind === 'figures') self.postMessage({ kind: 'figures', times: take() }, { transfer: [] })
  else desk.hear(data)
})
