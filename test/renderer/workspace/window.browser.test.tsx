import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import {
  code,
  ledgerRowOf,
  orderOf,
  positionOf,
  readySession,
  reference,
} from '../../fakes/window/scriptedCore.ts'
import { books, ladder, stage } from './stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
/** A held key: the press and the repeats that the keyboard makes of it. */
const hold = (key: string, repeats: number) => {
  for (let turn = 0; turn <= repeats; turn++) {
    const target = document.activeElement ?? document.body
    const press = new KeyboardEvent('keydown', {
      key,
      code: key,
      bubbles: true,
      cancelable: true,
      repeat: turn > 0,
    })
    // A browser clicks a button on every Enter that nobody prevented; a made-up event needs it done.
    if (target.dispatchEvent(press) && target instanceof HTMLButtonElement && key === 'Enter') target.click()
  }
}

describe('sign-in', () => {
  const venue = {
    ...readySession.venues[0]!,
    id: 'prime',
    name: 'Prime',
    kind: 'live' as const,
    credentials: 'needed' as const,
  }
  const signedOut = { ...readySession, phase: 'signed-out' as const, venueId: null }

  it('Enter alone opens the paper desk', async () => {
    const { desk, screen } = await stage((scriptedCore) => scriptedCore.startWith('session', signedOut))
    await expect.element(screen.getByRole('button', { name: 'Open the paper desk' })).toHaveFocus()
    await keys('{Enter}')
    expect(desk.callsOf('session.signIn')).toEqual([
      { venueId: 'paper', username: null, password: null, signingKey: null, keep: 'keychain' },
    ])
    desk.delta('session', {
      ...signedOut,
      phase: 'signing-in',
      venueId: 'paper',
      message: 'Signing in to Built-in broker…',
    })
    await expect.element(screen.getByRole('status')).toHaveTextContent('Signing in to Built-in broker…')
    desk.delta('session', readySession)
    await expect.element(screen.getByText('PAPER')).toBeVisible()
    await expect.element(screen.getByRole('grid', { name: 'Watchlist' })).toBeVisible()
  })

  it('shows version, data folder and manual before the sign-in; F1 opens the card of keys and Esc gives the focus back', async () => {
    const { screen } = await stage((scriptedCore) => scriptedCore.startWith('session', signedOut))
    const about = screen.getByRole('region', { name: 'This terminal' })
    await expect.element(about.getByText('1.2.3')).toBeVisible()
    await expect.element(about.getByLabelText('Data folder')).toHaveValue('/home/dealer/openpit')
    await expect.element(about.getByText(/^You are not signed in: Openpit sends nothing/)).toBeVisible()
    await keys('{F1}')
    const card = screen.getByRole('dialog', { name: 'Keys' })
    await expect.element(card.getByText('pick the customer of this window')).toBeVisible()
    await expect.element(card.getByLabelText('Manual')).toHaveValue('/opt/openpit/docs/manual/README.md')
    await keys('{Escape}')
    await expect.element(screen.getByRole('button', { name: 'Open the paper desk' })).toHaveFocus()
  })

  it('names the dealer when a field is left, keeps bad text with its sentence, and shows who deals on the desk', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('session', { ...signedOut, dealer: { name: 'J. Smith', role: '' } })
      scriptedCore.answer('session.nameDealer', () => ok({}))
    })
    const [name, role] = [screen.getByLabelText('Your name'), screen.getByLabelText('Role')]
    await expect.element(name).toHaveValue('J. Smith')
    await role.fill('senior dealer')
    await keys('{Tab}')
    expect(desk.callsOf('session.nameDealer')).toEqual([
      { dealer: { name: 'J. Smith', role: 'senior dealer' } },
    ])
    await name.fill('x'.repeat(41))
    await keys('{Tab}')
    await expect.element(screen.getByRole('alert').first()).toMatchTextContent(/at most 40 characters each/)
    await name.fill('')
    await keys('{Tab}')
    await expect
      .element(screen.getByRole('alert').first())
      .toMatchTextContent(/Type your name before your role/)
    expect(desk.callsOf('session.nameDealer')).toHaveLength(1)
    desk.delta('session', { ...readySession, dealer: { name: 'J. Smith', role: 'senior dealer' } })
    await expect
      .element(screen.getByTitle('Who deals: J. Smith, senior dealer'))
      .toHaveTextContent('J. Smith')
  })

  it('says before the sign-in that a replay stores nothing, and offers no practice there', async () => {
    const { screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('session', {
        ...signedOut,
        program: { version: '1.2.3', dataFolder: null, manual: null },
        venues: [venue],
      })
    })
    const about = screen.getByRole('region', { name: 'This terminal' })
    await expect.element(about.getByText('none: this run stores nothing on disk')).toBeVisible()
    await expect.element(about.getByText(/To practice/)).not.toBeInTheDocument()
  })

  it('says before the sign-in why the terminal sends no orders', async () => {
    const restriction = 'The key file is missing. This terminal sends no new order.'
    const { screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('session', { ...signedOut, restriction })
    })
    const warning = screen.getByRole('alert', { name: 'Before you sign in' })
    await expect.element(warning.getByText(restriction)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Open the paper desk' })).toHaveFocus()
  })

  it('a wrong password is one sentence; the username stays, the password goes [7.LOGIN_BAD_CREDENTIALS]', async () => {
    const { desk, screen } = await stage((scriptedCore) => {
      scriptedCore.startWith('session', { ...signedOut, venues: [venue] })
      scriptedCore.answer('session.signIn', () =>
        fail(failureOf('rejected-by-venue', 'Wrong username or password.')),
      )
    })
    await screen.getByLabelText('Username').fill('dealer')
    await screen.getByLabelText('Password', { exact: true }).fill('canary')
    await keys('{Enter}')
    await expect.element(screen.getByRole('alert')).toHaveTextContent('Wrong username or password.')
    await expect.element(screen.getByLabelText('Username')).toHaveValue('dealer')
    await expect.element(screen.getByLabelText('Password', { exact: true })).toHaveValue('')
    expect(desk.callsOf('session.signIn')).toHaveLength(1)
  })
})

describe('a saved workspace', () => {
  const core = (saved: string) => stage((desk) => desk.startWith('settings', { 'workspace.first': saved }))
  const workspace = { instruments: {}, sizes: {}, panels: {}, kindsSeen: [], onlyCustomer: false, version: 2 }

  it('that cannot be read is reported once, with what to check before dealing', async () => {
    const { screen, session } = await core('{"instruments": 7')
    await expect
      .element(screen.getByText(/^The saved workspace of this window could not be read\./).first())
      .toBeVisible()
    const said = session.notices.getState().log.filter(({ message }) => message.includes('workspace'))
    expect(said).toMatchObject([
      {
        count: 1,
        message: expect.stringContaining('Check the instrument and size of each ladder') as string,
      },
    ])
  })

  it('with a layout that cannot be read is reported once, and its panels open in their first places', async () => {
    const { screen, session } = await core(JSON.stringify({ ...workspace, layout: 'no layout' }))
    await expect
      .element(screen.getByText(/^The saved layout of this window could not be read\./).first())
      .toBeVisible()
    expect(session.notices.getState().log.filter(({ message }) => message.includes('layout'))).toHaveLength(1)
  })
})

describe('ticket', () => {
  it('the ticket sends one order under a held Enter, and Enter in a field never sends [4.orders.create]', async () => {
    const { desk, session, clock, screen } = await stage()
    chooseCustomer(session.workspace, code('C1042'))
    await keys('{F9}')
    await expect.element(screen.getByLabelText('Amount')).toHaveFocus()
    await keys('2.5{Enter}')
    await expect.element(screen.getByLabelText('Cash (notional)')).toHaveFocus()
    await screen.getByRole('radio', { name: 'BUY' }).click()
    await screen.getByLabelText('Limit', { exact: true }).fill('62150')
    await keys('{Enter}{Enter}{Enter}')
    expect(desk.callsOf('order.submit')).toEqual([])
    await screen.getByLabelText('Leverage').fill('5')
    await keys('{Control>}{Enter}{/Control}')
    const button = screen.getByRole('button', {
      name: 'C1042 · BUY 2.5 BTCUSDC_PERP LIMIT 62,150.0 GTC ≈ 155,375 USDC · lev 5× stays',
    })
    await expect.element(button).toHaveFocus()
    clock.advance(150)
    hold('Enter', 20)
    await expect.element(screen.getByLabelText('Amount')).toHaveValue('')
    expect(desk.callsOf('order.submit')).toMatchObject([
      {
        draft: {
          customerCode: 'C1042',
          side: 'buy',
          amount: '2.5',
          limitPrice: '62150',
          timeInForce: 'GTC',
          leverage: 5,
        },
      },
    ])
  })
})

describe('command line', () => {
  it('reads back, sends on the second Enter only, and not within 150 ms', async () => {
    const { desk, clock, screen } = await stage()
    await keys('{Control>}k{/Control}')
    const line = screen.getByRole('textbox', { name: 'Command line' })
    await expect.element(line).toHaveFocus()
    await keys('C1042 b 2.5 btc')
    await expect.element(screen.getByText('next: price or m')).toBeVisible()
    await keys(' @62150 x5')
    await expect
      .element(screen.getByText(/^C1042 · BUY 2\.5 BTCUSDC_PERP LIMIT 62,150\.0 GTC ≈ 155,375 USDC/))
      .toBeVisible()
    await keys('{Enter}{Enter}')
    await expect.element(screen.getByText('Enter sends')).toBeVisible()
    expect(desk.callsOf('order.submit')).toEqual([])
    clock.advance(150)
    hold('Enter', 5)
    await expect.element(line).toHaveValue('')
    expect(desk.callsOf('order.submit')).toHaveLength(1)
    await keys('{ArrowUp}')
    await expect.element(line).toHaveValue('C1042 b 2.5 btc @62150 x5')
    expect(desk.callsOf('order.submit')).toHaveLength(1)
  })

  it('Esc closes the line, and a wrong word gets its reason', async () => {
    const { desk, clock, screen } = await stage()
    await keys('/C1042 s 1 btc m{Enter}')
    await keys('{Escape}')
    clock.advance(500)
    expect(screen.getByText('Enter sends').elements()).toEqual([])
    await keys(' x11')
    await expect.element(screen.getByText('leverage 11 is not accepted (1–13, not 11)')).toBeVisible()
    await keys('{Enter}{Enter}')
    expect(desk.callsOf('order.submit')).toEqual([])
  })
})

describe('what the venue must refuse', () => {
  it('is marked at the field of the ticket, and = takes the value that fits', async () => {
    const { desk, session, screen } = await stage()
    chooseCustomer(session.workspace, code('C1042'))
    await keys('{F9}')
    await screen.getByRole('radio', { name: 'BUY' }).click()
    await screen.getByLabelText('Amount').fill('0.0000001')
    await expect
      .element(screen.getByText(/^Amount 0\.0000001 is below the smallest amount/).first())
      .toBeVisible()
    await keys('=')
    await expect.element(screen.getByLabelText('Amount')).toHaveValue('0.001')
    await screen.getByLabelText('Limit', { exact: true }).fill('62000.25')
    await keys('{Control>}{Enter}{/Control}{Enter}')
    expect(desk.callsOf('order.submit')).toEqual([])
    await expect.element(screen.getByLabelText('Limit', { exact: true })).toHaveFocus()
    await keys('=')
    await expect.element(screen.getByLabelText('Limit', { exact: true })).toHaveValue('62000')
    await expect.element(screen.getByRole('button', { name: /^C1042 · BUY 0\.001/ })).toBeVisible()
  })

  it('is stated on the command line, and = takes the value that fits', async () => {
    const { desk, clock, screen } = await stage()
    await keys('{Control>}k{/Control}C1042 b 1 btc @62000.25')
    await expect
      .element(screen.getByText(/^Limit price 62,000\.25 is not a multiple of the tick/))
      .toBeVisible()
    await keys('{Enter}')
    clock.advance(500)
    await keys('{Enter}=')
    await expect
      .element(screen.getByRole('textbox', { name: 'Command line' }))
      .toHaveValue('C1042 b 1 btc @62000')
    expect(desk.callsOf('order.submit')).toEqual([])
  })
})

describe('ladder', () => {
  it.each([
    ['on the ladder', '{F5}'],
    ['in the positions', '{F6}'],
  ])('F10 pressed %s checks the book before it arms', async (_, place) => {
    const { session, screen } = await stage()
    chooseCustomer(session.workspace, code('C1042'))
    await keys(place)
    books.whyNot = 'The last message of the venue is 9 s old, so nothing is sent'
    await keys('{F10}')
    await expect
      .element(screen.getByText('Not armed. The last message of the venue is 9 s old, so nothing is sent.'))
      .toBeVisible()
    expect(session.workspace.getState().armed).toEqual({})
    books.whyNot = null
    await keys('{F10}')
    await expect.element(screen.getByText(/^ARMED C1042/)).toBeVisible()
  })

  it('arms by F10 with a customer only; a change of customer disarms and drops the proposal', async () => {
    const { desk, session, screen } = await stage()
    await keys('{F10}')
    await expect.element(screen.getByText('Choose a customer first (F2).')).toBeVisible()
    await keys('{F2}')
    await expect.element(screen.getByRole('combobox', { name: 'Customer of this window' })).toHaveFocus()
    await keys('acme{Enter}')
    await expect.poll(() => session.workspace.getState().customer).toBe('C1042')
    await expect.poll(() => session.overlay.getState().open).toBeNull()
    await keys('{F10}')
    await expect.element(screen.getByText(/^ARMED C1042/)).toBeVisible()
    ladder.props?.onRequest({ kind: 'limit', side: 'buy', price: '62000' as never, amount: '1' as never })
    await expect
      .element(screen.getByText('C1042 · BUY 1 BTCUSDC_PERP LIMIT 62,000.0 GTC ≈ 62,000 USDC'))
      .toBeVisible()
    chooseCustomer(session.workspace, code('C2007'))
    await expect.element(screen.getByText('Keys off: the customer changed')).toBeVisible()
    await expect
      .element(screen.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' }))
      .toMatchTextContent(/no proposal/)
    ladder.props?.onSend()
    expect(desk.callsOf('order.submit')).toEqual([])
  })
})

describe('tables', () => {
  it('hold 100,000 orders in a screenful of rows, walked by keys; Delete cancels the selected [4.orders.cancel]', async () => {
    const count = 100_000
    const { desk, screen } = await stage((scriptedCore) =>
      scriptedCore.startWith(
        'orders',
        Array.from({ length: count }, (_, n) => orderOf({ referenceId: reference(`v1-${n}`) })),
      ),
    )
    await keys('{F7}')
    const grid = screen.getByRole('grid', { name: 'Orders' })
    await expect.element(grid).toHaveFocus()
    await expect.element(grid).toHaveAttribute('aria-rowcount', String(count + 1))
    await keys('{End}')
    await expect.element(grid.getByRole('row', { name: /v1-0$/ })).toHaveAttribute('aria-selected', 'true')
    expect(grid.getByRole('row').elements().length).toBeLessThan(60)
    await keys('{Home}{ArrowDown}{Delete}')
    expect(desk.callsOf('order.cancel')).toEqual([{ customerCode: 'C1042', referenceId: `v1-${count - 2}` }])
    desk.delta('orders', [
      orderOf({ referenceId: reference(`v1-${count - 2}`), pending: 'cancel', updatedAt: 2e12 }),
    ])
    await expect
      .element(grid.getByRole('row', { name: new RegExp(`v1-${count - 2}$`) }))
      .toMatchTextContent(/canceling/)
  })

  it('value positions at the mark; F proposes to flatten, Enter sends it once [gap.19]', async () => {
    const { desk, clock, screen } = await stage((scriptedCore) =>
      scriptedCore.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '1', '61402.5')]),
    )
    await expect.element(screen.getByRole('grid', { name: 'Positions' })).toMatchTextContent(/\+747\.00/)
    await keys('{F6}{ArrowDown}f')
    await expect.element(screen.getByText(/^C1042 · FLATTEN BTCUSDC_PERP/)).toBeVisible()
    clock.advance(150)
    await keys('{Enter}')
    await expect
      .poll(() => desk.callsOf('position.flatten'))
      .toMatchObject([{ customerCode: 'C1042', symbol: 'BTCUSDC_PERP' }])
  })
})

describe('customers', () => {
  it('the table marks the customer of the window, in words too', async () => {
    const { session, screen } = await stage()
    const row = (text: string) =>
      screen.getByRole('grid', { name: 'Customers' }).getByRole('row', { name: new RegExp(text) })
    await expect.element(row('C2007')).not.toMatchTextContent(/customer of this window/)
    chooseCustomer(session.workspace, code('C2007'))
    await expect.element(row('C2007')).toMatchTextContent(/customer of this window/)
    chooseCustomer(session.workspace, code('C1042'))
    await expect.element(row('C1042')).toMatchTextContent(/customer of this window/)
    await expect.element(row('C2007')).not.toMatchTextContent(/customer of this window/)
  })

  it('deposit by keyboard: the sentence in the review, pending, then completed [4.deposits 3.deposit]', async () => {
    const { desk, clock, screen } = await stage((scriptedCore) =>
      scriptedCore.answer('transfer.submit', () => ok({ code: 'T9' })),
    )
    const deposit = (status: string) => ledgerRowOf({ code: 'T9', transactionType: 'deposit', status })
    await screen.getByRole('grid', { name: 'Customers' }).click()
    await keys('{Home}')
    await screen.getByRole('button', { name: 'Deposit D' }).click()
    await keys('250k{Enter}{Enter}')
    await expect.element(screen.getByRole('button', { name: /^Review/ })).toHaveFocus()
    await keys('{Enter}')
    await expect.element(screen.getByRole('group', { name: 'Review' })).toBeVisible()
    clock.advance(200)
    await keys('{Enter}')
    // No word of the venue before the ledger has one.
    await expect.element(screen.getByText('C1042 · DEPOSIT 250,000 USDC: accepted')).toBeVisible()
    desk.delta('ledger', [deposit('pending')])
    await expect.element(screen.getByText('C1042 · DEPOSIT 250,000 USDC: pending')).toBeVisible()
    expect(desk.callsOf('transfer.submit')).toMatchObject([
      { transfer: { customerCode: 'C1042', kind: 'deposit', amount: '250000', asset: 'USDC' } },
    ])
    desk.delta('ledger', [deposit('completed')])
    await expect.element(screen.getByText('C1042 · DEPOSIT 250,000 USDC: completed')).toBeVisible()
  })
})

it('an order’s life shows no digest: transport details are behind "technical"', async () => {
  const { screen } = await stage((scriptedCore) => {
    const order = orderOf({ referenceId: reference('v1-1') })
    scriptedCore.startWith('orders', [order])
    scriptedCore.answer('order.auditTrail', () =>
      ok({
        moments: [
          {
            whose: 'paper dealer',
            dealer: null,
            event: {
              kind: 'sending',
              at: 0,
              act: 'order',
              method: 'POST',
              path: '/v1/customers/C1042/orders',
              bodyHash: 'ab12',
              nonce: null,
              validUntil: null,
            },
            after: order,
          },
        ],
        isProven: true,
      }),
    )
  })
  await keys('{F7}')
  await expect.element(screen.getByRole('grid', { name: 'Orders' })).toHaveFocus()
  await keys('{Home}{Enter}')
  await expect.element(screen.getByText('sending order', { exact: true })).toBeVisible()
  await expect.element(screen.getByText(/SHA-256 ab12/)).not.toBeVisible()
  await screen.getByText('technical').click()
  await expect.element(screen.getByText(/SHA-256 ab12/)).toBeVisible()
})

it('a lost core is stated over everything', async () => {
  const { desk, screen } = await stage()
  desk.link('down')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^The link to the core is lost/)
})
