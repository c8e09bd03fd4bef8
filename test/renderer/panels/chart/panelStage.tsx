/** Puts the panel Chart of a window on a test page, with candles and a scripted core behind it. */

import '../../../../renderer/style/tokens.css'
import '../../../../renderer/style/base.css'
import '../../../../renderer/style/docking.css'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ChartPanel } from '../../../../renderer/panels/chart/ChartPanel.tsx'
import { PriceChart } from '../../../../renderer/panels/chart/PriceChart.tsx'
import { ProvidedChartContext } from '../../../../renderer/panels/chart/providedChart.ts'
import { openSession } from '../../../../renderer/session.ts'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { SessionContext } from '../../../../renderer/state/useSession.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { ok } from '../../../../shared/base/result.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { code, ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { handOn } from '../ladder/mouse/hand.ts'
import { candlesOf, newsOf } from './candles.ts'

export async function stageChartPanel(prepare: (desk: ScriptedCore) => void) {
  const desk = new ScriptedCore()
  desk.answer('candles.read', () => ok({ ...newsOf([]), more: false }))
  desk.startWith('candles', newsOf(candlesOf(80)))
  prepare(desk)
  const clock = new FakeClock()
  const session = openSession({
    client: desk,
    clock,
    random: seededRandom(1),
    windowName: 'first',
    onFrame: (run) => run(),
    pressAge: () => 0,
  })
  chooseCustomer(session.workspace, code('C1042'))
  await page.viewport(900, 760)
  document.body.style.margin = '0'
  const screen = await render(
    <SessionContext value={session}>
      <ProvidedChartContext value={PriceChart}>
        <div style={{ width: 620, height: 520 }}>
          <ChartPanel />
        </div>
      </ProvidedChartContext>
    </SessionContext>,
  )
  const candles = screen.getByRole('application', { name: /^Candles BTCUSDC/ })
  const lines = () =>
    [...screen.getByRole('list', { name: 'Lines' }).element().children].map((line) => line.textContent)
  const hand = handOn(candles.element())
  const notices = () => session.notices.getState().log.map((notice) => JSON.stringify(notice))
  return { desk, session, screen, clock, hand, lines, candles, notices }
}
