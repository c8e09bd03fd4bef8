/** What the window tells a ladder of its customer's position and of its instrument's status. */

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { readStored, storedPart } from '../../../../renderer/state/stores/storedWorkspace.ts'
import { MAX_PRICE_AGE } from '../../../../shared/domain/priceAge.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { marginOf, reconciled } from '../../../fakes/window/accounts.ts'
import {
  code,
  instrumentOf,
  NOW,
  positionOf,
  sym,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { ladder, stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const BTC = 'BTCUSDC_PERP'
const text = (value: string) => decimalText.parse(value)
const marks = () => ladder.props?.marks.map(({ kind, priceText }) => [kind, priceText])

/** 1 BTC bought at 60,149.50, with 20,000 USDC in cash and a taker's fee of 5 bps. */
function holding(desk: ScriptedCore) {
  desk.startWith('balances', [
    { customerCode: code('C1042'), amount: text('20000'), source: 'event', asOf: NOW },
  ])
  desk.startWith('positions', [positionOf('C1042', BTC, '1', '60149.5')])
  desk.startWith('margins', [marginOf('C1042')])
  desk.startWith('reconciliation', [reconciled('C1042')])
  desk.startWith('fees', [
    {
      customerCode: code('C1042'),
      items: [{ symbol: sym(BTC), makerFee: text('2'), takerFee: text('5') }],
      writes: 0,
    },
  ])
}

it('entry, break-even and liquidation of the chosen customer are marked', async () => {
  const { session } = await stage(holding)
  expect(marks()).toEqual([])
  chooseCustomer(session.workspace, code('C1042'))
  await expect.poll(marks).toEqual([
    ['average', '60,149.5'],
    ['breakEven', '~60,209.7'],
    // Cash and PnL are 5 % of the notional there.
    ['liquidation', '~42,262.5'],
  ])
})

it('its columns and its compact shape are kept with the panel', async () => {
  const { session } = await stage()
  await expect.poll(() => ladder.props?.shape).toEqual({ isCompact: false, off: [] })
  ladder.props?.onShape({ isCompact: true, off: ['queue'] })
  await expect.poll(() => ladder.props?.shape).toEqual({ isCompact: true, off: ['queue'] })
  const stored = readStored(JSON.stringify(storedPart(session.workspace.getState())))
  expect(stored?.panels['ladder:1']?.ladder).toEqual({ isCompact: true, off: ['queue'] })
  expect(stored?.panels['ladder:2']?.ladder).toBeUndefined()
})

it('a liquidation price that is not certain has no row, nor has a break-even without the fee', async () => {
  const { session } = await stage((core) => {
    holding(core)
    core.startWith('margins', [])
    core.startWith('fees', [])
  })
  chooseCustomer(session.workspace, code('C1042'))
  await expect.poll(marks).toEqual([['average', '60,149.5']])
})

it('at an old mark the liquidation price goes and the PnL has ~, although nothing else arrives', async () => {
  const { session, clock } = await stage(holding)
  chooseCustomer(session.workspace, code('C1042'))
  await expect.poll(marks).toHaveLength(3)
  expect(ladder.props?.unrealised).toMatch(/^\+/)
  clock.advance(MAX_PRICE_AGE + 1_000)
  await expect.poll(marks).toEqual([
    ['average', '60,149.5'],
    ['breakEven', '~60,209.7'],
  ])
  expect(ladder.props?.unrealised).toMatch(/^~\+/)
})

it('an instrument that takes limit orders only, or none, says so below its ladder', async () => {
  await stage((core) =>
    core.startWith('instruments', [
      { ...instrumentOf('BTC', '0.5', '0.001'), status: 'post_only' },
      { ...instrumentOf('ETH', '0.01', '0.01'), status: 'trade_halt' },
    ]),
  )
  const notes = () =>
    [...document.querySelectorAll('.ladder-panel .halted-note')].map((note) => note.textContent)
  await expect
    .poll(notes)
    .toEqual([
      'BTCUSDC_PERP takes limit orders only (post_only): matching is off.',
      'ETHUSDC_PERP is halted (trade_halt): new orders are refused.',
    ])
})
