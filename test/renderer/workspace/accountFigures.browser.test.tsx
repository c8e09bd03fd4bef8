/** The account figures of the window's customer in the top bar. */

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { code, type ScriptedCore } from '../../fakes/window/scriptedCore.ts'
import { startAccount } from '../../fakes/window/accounts.ts'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { stage } from './stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

/** The figure as a dealer sees it, without the reason under the pointer. */
const shown = (name: string) => {
  const heads = [...document.querySelectorAll('.account-figures dt')]
  const number = heads.find((head) => head.textContent === name)?.parentElement?.querySelector('.number')
  return [...(number?.childNodes ?? [])].flatMap((node) => (node instanceof Text ? [node.data] : [])).join('')
}
const shows = async (name: string, words: string) => {
  await expect.poll(() => shown(name)).toBe(words)
}

async function open(more: (desk: ScriptedCore) => void = () => {}) {
  const staged = await stage((desk) => {
    startAccount(desk)
    more(desk)
  })
  const figures = staged.screen.getByLabelText('Account figures in USDC')
  return { ...staged, figures }
}

it('equity, margin used and free margin of the chosen customer are in the top bar', async () => {
  const { session, figures } = await open()
  expect(figures.query()).toBeNull()
  chooseCustomer(session.workspace, code('C1042'))
  await shows('Equity', '22,000')
  // 34 % of 62,149.50 is 21,130.83.
  await shows('Margin used', '96.0 %')
  await shows('Free margin', '869')
  await expect.element(figures.getByText('96.0 %')).toHaveClass('loss')
  // 2,000 that are open, and the cash of the day.
  await shows('PnL today', '+1,988')
  await shows('Nearest liq. ~', '32.0 %')
  chooseCustomer(session.workspace, code('C2007'))
  await shows('Equity', '—')
})

it('an unread margin profile is no free margin of 0', async () => {
  const { session, figures } = await open((desk) => desk.startWith('margins', []))
  chooseCustomer(session.workspace, code('C1042'))
  await shows('Equity', '22,000')
  await shows('Free margin', '—')
  await expect
    .element(figures.getByTitle('Not known: the margin profile is not known: not read so far.').first())
    .toBeVisible()
})

it('a silent mark and a lost link put ~ before each figure, with the reason', async () => {
  const { session, clock, desk, figures } = await open()
  chooseCustomer(session.workspace, code('C1042'))
  await shows('Equity', '22,000')
  clock.advance(7_000)
  await shows('Equity', '~22,000')
  await expect
    .element(figures.getByTitle('May be wrong: the mark of BTCUSDC_PERP is old.').first())
    .toBeVisible()
  desk.link('down')
  await expect
    .element(figures.getByTitle('May be wrong: the link to the core is lost.').first())
    .toBeVisible()
})
