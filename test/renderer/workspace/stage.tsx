/** Puts the whole window on a test page, with a scripted desk behind it and plain stand-ins for the canvases. */

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
import '../../../renderer/style/signin.css'
import '../../../renderer/halts/halts.css'
import type { ChartProps } from '../../../renderer/panels/chart/chartProps.ts'
import { useEffect } from 'react'
import { render } from 'vitest-browser-react'
import type { LadderProps } from '../../../renderer/panels/ladder/ladderProps.ts'
import { openSession } from '../../../renderer/session.ts'
import { App } from '../../../renderer/workspace/App.tsx'
import { seededRandom } from '../../../shared/base/random.ts'
import { FakeClock } from '../../fakes/fakeClock.ts'
import { ScriptedCore } from '../../fakes/window/scriptedCore.ts'

/** What the last drawn ladder 1 was given. */
export const ladder: { props: LadderProps | null } = { props: null }

/** Why nothing may be dealt on the books of the stand-ins; null: it may. `stage` sets it back. */
export const books: { whyNot: string | null } = { whyNot: null }

const remember = (props: LadderProps) => {
  ladder.props = props
}

const LadderStandIn = (props: LadderProps) => {
  if (props.instrument.underlying === 'BTC') remember(props)
  useEffect(() => {
    props.onBook(() => books.whyNot)
    return () => props.onBook(null)
  }, [props])
  return (
    <div
      role="grid"
      tabIndex={0}
      aria-label={`Ladder ${props.instrument.symbol}`}
      aria-readonly="true"
      onKeyDown={({ key }) => key === 'Enter' && props.proposal !== null && props.onSend()}
    >
      <div role="row">
        <div role="gridcell">{props.proposal ?? 'no proposal'}</div>
      </div>
    </div>
  )
}
const ChartStandIn = ({ facts }: ChartProps) => (
  <div>
    <p>chart</p>
    {facts}
  </div>
)

/** Presses that the page handles late, each with its age in ms. Every other press is handled at once: time is the test's. */
export const pressAges = new WeakMap<Event, number>()

/** Frames of a page that draws nothing until `draw` is called. Every other page draws at once. */
export interface HeldFrames {
  readonly hold: () => void
  readonly draw: () => void
}

function heldFrames(): HeldFrames & { readonly onFrame: (run: () => void) => void } {
  let waiting: (() => void)[] | null = null
  return {
    onFrame: (run) => (waiting === null ? run() : void waiting.push(run)),
    hold: () => (waiting ??= []),
    draw() {
      for (const run of waiting ?? []) run()
      waiting = null
    },
  }
}

/** `size`: px of the window; pair it with `page.viewport`, which style sheets ask for. */
export async function stage(
  prepare: (desk: ScriptedCore) => void = () => {},
  size: { readonly width: number; readonly height: number } = { width: 1600, height: 900 },
  windowName = 'first',
) {
  const desk = new ScriptedCore()
  prepare(desk)
  books.whyNot = null
  const clock = new FakeClock()
  const { onFrame, ...frames } = heldFrames()
  const session = openSession({
    client: desk,
    clock,
    random: seededRandom(1),
    windowName,
    onFrame,
    pressAge: (press) => pressAges.get(press) ?? 0,
  })
  document.body.style.margin = '0'
  const screen = await render(
    <div style={size}>
      <App session={session} providedPanels={{ Ladder: LadderStandIn, PriceChart: ChartStandIn }} />
    </div>,
  )
  return { desk, clock, session, screen, frames: frames satisfies HeldFrames }
}
