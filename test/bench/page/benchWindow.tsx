/** The whole window on a scripted core, without ladders and charts, for a page of the bench: opens it, counts its frames, waits until React has drawn. */

import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import 'flexlayout-react/style/dark.css'
import '../../../renderer/style/tokens.css'
import '../../../renderer/style/base.css'
import '../../../renderer/style/grid.css'
import '../../../renderer/style/docking.css'
import '../../../renderer/style/bars.css'
import '../../../renderer/style/commandline.css'
import '../../../renderer/style/toasts.css'
import '../../../renderer/style/keycard.css'
import '../../../renderer/style/ticket.css'
import '../../../renderer/halts/halts.css'
import { createRoot } from 'react-dom/client'
import { openSession } from '../../../renderer/session.ts'
import { App } from '../../../renderer/workspace/App.tsx'
import { clockOf } from '../../../shared/base/clock.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import type { ScriptedCore } from '../../fakes/window/scriptedCore.ts'

export interface WindowRun {
  readonly frames: number
  readonly ms: number
  /** Changes that the core sent meanwhile. */
  readonly updates: number
  readonly rows: number
}

/** Draws the window into the page. Returns its clock. */
export function openBenchWindow(desk: ScriptedCore) {
  const clock = clockOf(globalThis)
  const session = openSession({
    client: desk,
    clock,
    random: seededRandom(1),
    windowName: 'bench',
    onFrame: (paint) => requestAnimationFrame(paint),
    pressAge: () => 0,
  })
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <App
        session={session}
        providedPanels={{ Ladder: () => <p>ladder</p>, PriceChart: () => <p>chart</p> }}
      />,
    )
  return clock
}

/** Counts frames for so many ms. `updates`: changes sent so far; `rows`: rows of the table at the end. */
export function countFrames(ms: number, updates: () => number, rows: () => number): Promise<WindowRun> {
  return new Promise((done) => {
    const [before, began] = [updates(), performance.now()]
    let frames = 0
    const frame = () => {
      frames++
      const took = performance.now() - began
      if (took < ms) return requestAnimationFrame(frame)
      return done({ frames, ms: took, updates: updates() - before, rows: rows() })
    }
    requestAnimationFrame(frame)
  })
}

/** Ms of script until what an event changes is drawn. React draws at the end of the event's own task. */
export async function msUntilDrawn(dispatch: () => void): Promise<number> {
  const began = performance.now()
  dispatch()
  await new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => done())
    port1.start()
    port2.postMessage(null)
  })
  return performance.now() - began
}
