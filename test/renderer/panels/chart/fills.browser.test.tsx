/** The own trades of a chart in a window: a trade that arrives in parts is marked once its parts are there. */

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { useFills } from '../../../../renderer/panels/chart/useFills.ts'
import { usePositionOf } from '../../../../renderer/panels/positions/usePositionOf.ts'
import { openSession } from '../../../../renderer/session.ts'
import { SessionContext } from '../../../../renderer/state/useSession.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'
import { ScriptedCore, code, positionOf, sym, tradeOf } from '../../../fakes/window/scriptedCore.ts'

const [CUSTOMER, SYMBOL] = [code('C1042'), sym('BTCUSDC_PERP')]

function Said() {
  const { position } = usePositionOf(CUSTOMER, SYMBOL)
  const { fills, fillsUnread } = useFills(CUSTOMER, SYMBOL, position)
  return <output>{`${fills.map(({ side }) => side ?? '?').join(' ')} | ${fillsUnread ?? 'all'}`}</output>
}

test('a trade whose side arrives later is marked then, with the word that all are there', async () => {
  const position = { ...positionOf('C1042', SYMBOL, '0.5', '62000'), tradeCount: 1 }
  const desk = new ScriptedCore()
  desk.startWith('trades', [tradeOf({ code: '1', side: null })])
  desk.startWith('positions', [{ ...position, complete: false }])
  const session = openSession({
    client: desk,
    clock: new FakeClock(),
    random: seededRandom(1),
    windowName: 'first',
    onFrame: (run) => run(),
    pressAge: () => 0,
  })
  const screen = await render(
    <SessionContext value={session}>
      <Said />
    </SessionContext>,
  )
  await expect.element(screen.getByText(/^\? \| Own trades may be missing: not every trade/)).toBeVisible()
  desk.delta('trades', [tradeOf({ code: '1', side: 'sell' })])
  desk.delta('positions', [position])
  await expect.element(screen.getByText('sell | all')).toBeVisible()
  session.close()
})
