/** The window's entry: connects to the core, opens the session, draws. */

import './live/jitless.ts'
// First, because the other modules take time to load.
import { paintWorker } from './paint/startWorker.ts'
import '@fontsource-variable/inter/index.css'
import '@fontsource-variable/jetbrains-mono/index.css'
import 'flexlayout-react/style/dark.css'
import './style/tokens.css'
import './style/base.css'
import './style/grid.css'
import './style/docking.css'
import './style/bars.css'
import './style/commandline.css'
import './style/toasts.css'
import './style/keycard.css'
import './style/ticket.css'
import './style/signin.css'
import './halts/halts.css'

import { late } from './ui/late.tsx'
import { createRoot } from 'react-dom/client'
import { clockOf } from '../shared/base/clock.ts'
import { seededRandom } from '../shared/base/random.ts'
import { invariant } from '../shared/base/result.ts'
import { connect, paintTransport } from './live/connect.ts'
import { inShell } from './live/inShell.ts'
import { countKeyToCall } from './live/keyToCall.ts'
import { displayFormat } from './format/displayFormat.ts'
import { Ladder } from './panels/ladder/Ladder.tsx'
import type { LadderProps } from './panels/ladder/ladderProps.ts'
import { openPainter } from './paint/painter.ts'
import { openSession } from './session.ts'
import { warnOfResting } from './state/actions/warnOfResting.ts'
import { saveBeforeLeave } from './state/windows/saveBeforeLeave.ts'
import { holdName } from './state/windows/openPages.ts'
import { onAppearance } from './style/appearance.ts'
import { theme } from './style/theme.ts'
import { takeWindowName } from './windowName.ts'
import { App } from './workspace/App.tsx'

const clock = clockOf(globalThis)
const seed = crypto.getRandomValues(new Uint32Array(1))[0] ?? clock.now()
const random = seededRandom(seed)
// The shell names its windows itself, so that a window has the same name in the next run.
const { name, leave } = inShell
  ? { name: location.hash.slice(1), leave: () => {} }
  : takeWindowName(sessionStorage, random)
holdName(name)
const session = openSession({
  client: countKeyToCall(connect(clock), clock, () => window.event),
  clock,
  random,
  windowName: name,
  onFrame: (run) => requestAnimationFrame(run),
  // The page's clock and the browser's time stamps have the same origin.
  pressAge: (press) => clock.monotonic() - press.timeStamp,
  windowSize: () => ({ width: innerWidth, height: innerHeight }),
  aheadOfUtc: (at) => -new Date(at).getTimezoneOffset(),
})
const painter = openPainter({
  worker: paintWorker,
  theme: theme(),
  transport: paintTransport(clock),
  onError: reportError,
})
// Both change together: the settings set the marks before the page is drawn in new colors.
const restyle = () => painter.look(theme(), displayFormat().marks)
onAppearance(restyle)
session.settings.subscribe(restyle)
document.addEventListener('visibilitychange', () => painter.hide(document.hidden))
// A fifth of the page's code, which neither the sign-in nor the first ladder needs.
const PriceChart = late(async () => (await import('./panels/chart/PriceChart.tsx')).PriceChart)
const PaintedLadder = (props: LadderProps) => <Ladder {...props} painter={painter} />
saveBeforeLeave(session, window)
// Before a reload or close: saves the last choices and tells the core that this window is gone.
addEventListener('pagehide', () => {
  leave()
  session.close()
  painter.close()
})
// In the desktop program the shell asks; a browser's tab can only warn.
if (!inShell) addEventListener('beforeunload', (event) => warnOfResting(session, event))
// No browser gives sound before a key or a click, so its code comes with the first of them.
const stopWaiting = new AbortController()
const giveSound = () => {
  stopWaiting.abort()
  void import('./sound/openSounds.ts').then(({ openSounds }) => openSounds(session))
}
for (const gesture of ['keydown', 'pointerdown'])
  addEventListener(gesture, giveSound, { capture: true, signal: stopWaiting.signal })
const root = document.getElementById('root')
invariant(root, 'index.html has no #root')
createRoot(root).render(<App session={session} providedPanels={{ Ladder: PaintedLadder, PriceChart }} />)
