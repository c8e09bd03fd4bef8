/** What a chart says of its customer's account in its instrument, with ~ or — and the reason where an input is not known. */

import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { AccountFacts } from '../../../../../renderer/panels/chart/facts/AccountFacts.tsx'
import { openSession } from '../../../../../renderer/session.ts'
import { SessionContext } from '../../../../../renderer/state/useSession.ts'
import { seededRandom } from '../../../../../shared/base/random.ts'
import { MAX_PRICE_AGE } from '../../../../../shared/domain/priceAge.ts'
import { FakeClock } from '../../../../fakes/fakeClock.ts'
import { startAccount } from '../../../../fakes/window/accounts.ts'
import { code, instrumentOf, positionOf, ScriptedCore } from '../../../../fakes/window/scriptedCore.ts'

const BTC = 'BTCUSDC_PERP'

async function stage(prepare: (desk: ScriptedCore) => void) {
  const desk = new ScriptedCore()
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
  const screen = await render(
    <SessionContext value={session}>
      <AccountFacts customer={code('C1042')} instrument={instrumentOf('BTC', '0.5', '0.001')} />
    </SessionContext>,
  )
  const note = screen.getByRole('note', { name: `C1042 in ${BTC}` })
  const said = () =>
    [...note.element().children].map((part) => part.textContent.replaceAll(/\s+/g, ' ').trim()).join(' | ')
  return { desk, clock, said }
}

test('position with entry, open profit, and the liquidation price with its distance', async () => {
  const { said } = await stage(startAccount)
  // Cash and PnL are 5 % of the notional at 42,262.63, which is 32 % below the mark.
  await expect.poll(said).toBe('C1042 | +1.000 @ 60,149.5 | PnL +2,000.00 | liq ~ 42,262.6 · 32.0 %')
})

test('an old mark puts ~ and its reason at all that depends on it, and not at the position', async () => {
  const { said, clock } = await stage(startAccount)
  await expect.poll(said).toMatch(/PnL \+2,000/)
  clock.advance(MAX_PRICE_AGE + 1_000)
  await expect
    .poll(said)
    .toMatch(
      /^C1042 \| \+1\.000 @ 60,149\.5 \| PnL ~\+2,000\.00 May be wrong: the mark of BTCUSDC_PERP is old\. \| liq ~ ~42,262\.6/,
    )
})

test('a margin profile that is not read leaves the liquidation price unknown, with the reason', async () => {
  const { said } = await stage((desk) => {
    startAccount(desk)
    desk.startWith('margins', [])
  })
  await expect.poll(said).toMatch(/liq ~ — Not known: .*margin profile is not known/)
})

test('flat is said only where every trade was read', async () => {
  const { said } = await stage((desk) => {
    startAccount(desk)
    desk.startWith('positions', [])
  })
  await expect.poll(said).toBe('C1042 | FLAT')
})

test('a position whose trades are not all read has ~ and the reason', async () => {
  const { said } = await stage((desk) => {
    startAccount(desk)
    desk.startWith('positions', [{ ...positionOf('C1042', BTC, '1', '60149.5'), complete: false }])
  })
  await expect.poll(said).toMatch(/\| ~\+1\.000 May be wrong: its trades are not all read\. @ ~60,149\.5/)
  expect(said()).toMatch(/PnL — Not known:/)
})

test('without a word from the core the position is unknown, not flat', async () => {
  const { said } = await stage((desk) => {
    startAccount(desk)
    desk.startWith('positions', [])
    desk.startWith('reads', [
      { name: 'trades', readAt: null, why: null },
      { name: 'ledger', readAt: null, why: null },
    ])
  })
  await expect.poll(said).toBe('C1042 | — Not known: Reading the trades.')
})
