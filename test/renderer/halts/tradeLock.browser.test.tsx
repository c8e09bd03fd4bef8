import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { arm, chooseCustomer, chooseInstrument } from '../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import { TRADE_LOCK } from '../../fixtures/tradeLock.ts'
import { code, sym } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const DESK_LOCKED = { scope: { kind: 'desk' }, mode: 'locked' }

/** A window with an armed ladder. */
async function armedStage(...prepare: Parameters<typeof stage>) {
  const staged = await stage(...prepare)
  chooseCustomer(staged.session.workspace, code('C1042'))
  chooseInstrument(staged.session.workspace, '1', sym('BTCUSDC_PERP'))
  await expect.poll(() => arm(staged.session, 'ladder:1')).toBeNull()
  return staged
}

it('F12 locks at once, from a field and over a sheet, and disarms this window before the core answers', async () => {
  const { desk, session } = await armedStage()
  desk.answer('halt.start', () => new Promise(() => undefined))
  await keys('{F2}{F12}')
  expect(desk.callsOf('halt.start')).toEqual([DESK_LOCKED])
  expect(session.workspace.getState().armed).toEqual({})
})

it('a held F12 locks once', async () => {
  const { desk } = await stage()
  await keys('{F12>5/}')
  expect(desk.callsOf('halt.start')).toHaveLength(1)
})

it('another window’s lock disarms, and the top bar says LOCKED, since when and by whom', async () => {
  const { desk, session, screen } = await armedStage()
  desk.delta('halts', [TRADE_LOCK])
  await expect.poll(() => session.workspace.getState().armed).toEqual({})
  await expect
    .element(screen.getByRole('status', { name: 'Trading keys' }))
    .toMatchTextContent(/^LOCKED since \d\d:\d\d:\d\d UTC by ann/)
  await expect
    .element(screen.getByRole('region', { name: 'Halts in force' }))
    .toMatchTextContent(
      /LOCKED by ann since .* No new order, amend, transfer or setting of the venue is sent\. Cancels are sent\./,
    )
  await expect
    .element(screen.getByRole('form', { name: 'Order ticket' }))
    .toMatchTextContent('LOCKED by ann. F12 releases.')
  expect(arm(session, 'ladder:1')).toMatch(/^Trading is locked by ann/)
})

it('F12 again asks for the word UNLOCK, and nothing else releases', async () => {
  const { desk, clock, screen } = await stage((core) => core.startWith('halts', [TRADE_LOCK]))
  await keys('{F12}')
  const sheet = screen.getByRole('dialog', { name: 'Halts in force' })
  const word = sheet.getByRole('textbox', { name: 'Type UNLOCK to release' })
  await expect.element(word).toHaveFocus()
  await keys('DESK')
  clock.advance(1_000)
  desk.answer('halt.lift', () => fail(failureOf('refused', 'Type UNLOCK to release the trade lock.')))
  await keys('{Enter}')
  await expect.element(sheet.getByRole('alert')).toMatchTextContent('Type UNLOCK')
  desk.answer('halt.lift', () => ok({}))
  await keys('{Control>}a{/Control}UNLOCK')
  clock.advance(1_000)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('halt.lift').at(-1)).toEqual({ id: 'h1', typed: 'UNLOCK' })
  // The core keeps a lock that is in force; a lock that is just being released begins again.
  expect(desk.callsOf('halt.start')).toEqual([DESK_LOCKED])
})

it('F12 beside a halt of the desk shows the lock first', async () => {
  const { screen } = await stage((core) =>
    core.startWith('halts', [{ ...TRADE_LOCK, id: 'h2', mode: 'halted' }, TRADE_LOCK]),
  )
  await keys('{F12}')
  await expect.element(screen.getByRole('textbox', { name: 'Type UNLOCK to release' })).toHaveFocus()
  await expect.element(screen.getByRole('textbox', { name: 'Type DESK to lift' })).toBeVisible()
})

it.each([
  ['not-connected', 'This press of F12 did NOT lock trading: The link to the core is down.'],
  [
    'unknown-outcome',
    'It is not known whether trading is locked: the link to the core broke before the answer came.',
  ],
] as const)(
  'a lock that the core did not confirm (%s) is said loudly, with what still holds',
  async (kind, what) => {
    const { screen } = await armedStage((core) =>
      core.answer('halt.start', () => fail(failureOf(kind, 'The link to the core is down.'))),
    )
    await keys('{F12}')
    await expect
      .element(
        screen.getByText(
          `${what} The ladders of this window are disarmed, and what waited for Enter was dropped. Look at the top bar once the link stands, then press F12 again.`,
        ),
      )
      .toBeVisible()
  },
)

it('halts that were read before the link to the core was lost are not known, and F12 says that it did not lock', async () => {
  const { desk, screen } = await stage((core) => {
    core.startWith('halts', [TRADE_LOCK])
    core.answer('halt.start', () => fail(failureOf('not-connected', 'The link to the core is down.')))
  })
  desk.link('down')
  await keys('{F12}')
  const sheet = screen.getByRole('dialog', { name: 'Halts in force' })
  await expect.element(sheet.getByText(/^It is not known which halts are in force/)).toBeVisible()
  await expect.element(screen.getByText(/^This press of F12 did NOT lock trading/)).toBeVisible()
})

it('lock on the command line reads back, locks with one Enter, and while locked leads to the word', async () => {
  const { desk, clock, screen } = await stage()
  await keys('{Control>}k{/Control}lock')
  await expect
    .element(screen.getByRole('search', { name: 'Command' }))
    .toMatchTextContent('Enter locks trading in every window: nothing is sent but cancels')
  await keys('{Enter}')
  expect(desk.callsOf('halt.start')).toEqual([DESK_LOCKED])
  desk.delta('halts', [TRADE_LOCK])
  clock.advance(1_000)
  await keys('lock')
  await expect
    .element(screen.getByRole('search', { name: 'Command' }))
    .toMatchTextContent('Trading is locked already: Enter asks for the word that releases it')
  await keys('{Enter}')
  await expect.element(screen.getByRole('textbox', { name: 'Type UNLOCK to release' })).toHaveFocus()
  // The core keeps a lock that is in force.
  expect(desk.callsOf('halt.start')).toEqual([DESK_LOCKED, DESK_LOCKED])
})
