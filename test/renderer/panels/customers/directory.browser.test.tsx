import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { NO_LISTS, type HaltState } from '../../../../shared/domain/orders/halt.ts'
import { NOW, code, customerOf, orderOf, reference, sym } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const MACRO_HALTED: HaltState = {
  id: 'halt-1',
  scope: { kind: 'group', group: 'macro' },
  mode: 'halted',
  cancels: true,
  by: 'dealer',
  at: NOW,
  cause: null,
  members: [],
  orders: 0,
  verified: 0,
  unverified: [],
  lists: NO_LISTS,
}

const keys = (text: string) => userEvent.keyboard(text)

test('a code detected at the venue is marked in list and picker until K confirms it', async () => {
  const { screen, desk } = await stage((world) => {
    world.startWith('customers', [
      customerOf('C1042', 'Acme Pension'),
      { ...customerOf('C9999', ''), origin: 'seen', isDetected: true },
    ])
    world.answer('customer.save', () => ok({}))
  })
  await keys('{F2}detected')
  await expect.element(screen.getByRole('option', { name: /^C9999 detected at the venue/ })).toBeVisible()
  await expect.poll(() => screen.getByRole('option').elements()).toHaveLength(1)
  await keys('{Escape}{F4}')
  const row = screen.getByRole('grid', { name: 'Customers' }).getByRole('row', { name: /C9999/ })
  await expect.element(row.getByTitle(/^C9999 came from a record of the venue/)).toBeVisible()
  await keys('{End}k')
  await expect.poll(() => desk.callsOf('customer.save')).toHaveLength(1)
  expect(desk.callsOf('customer.save')).toMatchObject([{ customer: { code: 'C9999', origin: 'hand' } }])
})

test('of ten thousand customers the picker draws two hundred, and typing finds each of the others', async () => {
  const { screen, session } = await stage((world) => {
    world.startWith(
      'customers',
      Array.from({ length: 10_000 }, (_, index) =>
        customerOf(`C${10_000 + index}`, `Customer number ${index}`),
      ),
    )
  })
  await keys('{F2}')
  await expect.poll(() => screen.getByRole('option').elements()).toHaveLength(200)
  await expect.element(screen.getByText(/The list below has the first 200/)).toBeVisible()
  await keys('C19999{Enter}')
  await expect.poll(() => session.workspace.getState().customer).toBe('C19999')
})

test('the customer of the window is marked among the orders and in the picker', async () => {
  const { screen, session } = await stage((world) =>
    world.startWith('orders', [
      orderOf({ referenceId: reference('v1-a') }),
      orderOf({ referenceId: reference('v1-b'), customerCode: code('C2007') }),
    ]),
  )
  const marked = () =>
    screen
      .getByRole('grid', { name: 'Orders' })
      .getByTitle('customer of this window')
      .elements()
      .map(({ textContent }) => textContent)
  await keys('{F7}')
  await expect.element(screen.getByRole('row', { name: /C2007/ }).last()).toBeVisible()
  expect(marked()).toEqual([])
  chooseCustomer(session.workspace, code('C2007'))
  await expect.poll(marked).toEqual(['C2007'])
  await keys('{F2}of this window')
  await expect.element(screen.getByRole('option')).toMatchTextContent(/^C2007 .* · customer of this window$/)
})

describe('an import', () => {
  const open = async () => {
    const staged = await stage((world) => {
      world.startWith('customers', [
        { ...customerOf('C1042', 'Acme Pension'), group: 'macro' },
        customerOf('C2007', 'Blue Harbor'),
      ])
      world.startWith('halts', [MACRO_HALTED])
      world.answer('customer.import', ({ part, parts }) =>
        ok({ outcome: part === parts ? 'imported' : 'more' }),
      )
      world.answer('customer.undoImport', () => ok({ restored: 1, kept: [code('C2007')] }))
    })
    await keys('{F4}')
    await staged.screen.getByRole('button', { name: 'Import…' }).click()
    const choose = (text: string) =>
      userEvent.upload(
        staged.screen.getByLabelText('CSV file of customers'),
        new File([text], 'desk.csv', { type: 'text/csv' }),
      )
    return { ...staged, choose }
  }

  test('shows each change and each row that is left out, and changes nothing before its review', async () => {
    const { screen, desk, clock, choose } = await open()
    await choose('customer_code;group;tags;names\r\nC2007;hedge;vip;blue\r\nC 1;macro;;\r\nC9;=cmd();;\r\n')
    await expect
      .element(screen.getByText(/^Not imported: names\. Own names are changed in Settings/))
      .toBeVisible()
    const changes = screen.getByRole('grid', { name: 'Changes of the import' })
    await expect
      .element(changes.getByRole('row', { name: /C2007/ }))
      .toMatchTextContent(/group: none → hedge · tags: none → vip/)
    const left = screen.getByRole('grid', { name: 'Rows left out' })
    await expect.element(left.getByRole('row', { name: /^3/ })).toMatchTextContent(/The code is 1 to 64/)
    await expect.element(left.getByRole('row', { name: /^4/ })).toMatchTextContent(/begins like a formula/)
    expect(desk.callsOf('customer.import')).toEqual([])
    await screen.getByRole('button', { name: /^Review/ }).click()
    clock.advance(200)
    await keys('{Enter}')
    await expect.element(screen.getByText(/^Imported: 1 customer\./)).toBeVisible()
    expect(desk.callsOf('customer.import')).toMatchObject([
      {
        part: 1,
        parts: 1,
        changes: [{ before: { code: 'C2007' }, after: { group: 'hedge', tags: ['vip'] } }],
      },
    ])
    await screen.getByRole('button', { name: 'Undo the last import' }).click()
    const again = screen.getByRole('button', { name: /^Press again to take back the last import/ })
    await expect.element(again).toBeVisible()
    expect(desk.callsOf('customer.undoImport')).toEqual([])
    clock.advance(200)
    await again.click()
    await expect
      .element(
        screen.getByText(
          'Taken back: 1 customer is as before the import. 1 customer was changed after the import and stays as now: C2007.',
        ),
      )
      .toBeVisible()
  })

  test('says of a second undo only that nothing was changed', async () => {
    const { screen, desk, clock } = await open()
    const undo = async () => {
      await screen.getByRole('button', { name: 'Undo the last import' }).click()
      const again = screen.getByRole('button', { name: /^Press again to take back the last import/ })
      await expect.element(again).toBeVisible()
      clock.advance(200)
      await again.click()
    }
    await undo()
    const takenBack = screen.getByText(/^Taken back: /)
    await expect.element(takenBack).toBeVisible()
    desk.answer('customer.undoImport', () => fail(failureOf('refused', 'Nothing was changed.')))
    await undo()
    await expect.element(screen.getByText('Nothing was changed.')).toBeVisible()
    await expect.element(takenBack).not.toBeInTheDocument()
  })

  test('marks a code that looks like another, and says that a second dealer must approve, before anything is sent', async () => {
    const { screen, desk, choose } = await open()
    desk.answer('approval.foretell', ({ act }) =>
      ok({ sentence: act.kind === 'import' ? 'This import will wait for a second dealer.' : null }),
    )
    await choose('customer_code,name,ratio\nC2007,Blue Harbor,2\nC1O42,Acme,\n')
    const row = screen
      .getByRole('grid', { name: 'Changes of the import' })
      .getByRole('row', { name: /C1O42/ })
    await expect.element(row).toMatchTextContent(/new≈ looks like C1042 · name: Acme/)
    const notes = screen.getByRole('note')
    await expect.element(notes.nth(0)).toMatchTextContent('This import will wait for a second dealer.')
    await expect
      .element(notes.nth(1))
      .toMatchTextContent(/^The code C1O42 looks like C1042, which is another customer\./)
    // The core judges by the size: a second dealer reads only so many.
    expect(desk.callsOf('approval.foretell').at(-1)).toEqual({ act: { kind: 'import', customers: 2 } })
    expect(desk.callsOf('customer.import')).toEqual([])
  })

  test('of names alone asks nobody about a second dealer', async () => {
    const { screen, desk, choose } = await open()
    await choose('customer_code,name\nC2007,Blue\n')
    await expect.element(screen.getByText(/^desk\.csv: 0 new customers, 1 changed/)).toBeVisible()
    expect(desk.callsOf('approval.foretell')).toEqual([])
  })

  test('that takes a customer out of a halted group says so, and asks for their number', async () => {
    const { screen, desk, clock, choose } = await open()
    await choose('customer_code,group\nC1042,\n')
    await expect
      .element(screen.getByRole('note').first())
      .toMatchTextContent(
        /^1 customer leaves group macro, which is halted: C1042\. The halt still covers this customer until/,
      )
    await screen.getByRole('button', { name: /^Review/ }).click()
    clock.advance(200)
    await keys('{Enter}')
    expect(desk.callsOf('customer.import')).toEqual([])
    await keys('1{Enter}')
    await expect.poll(() => desk.callsOf('customer.import')).toHaveLength(1)
  })

  test('of a file without the codes is refused in one sentence', async () => {
    const { screen, choose } = await open()
    await choose('name\nZed\n')
    await expect
      .element(screen.getByText(/^The first row names no column “customer_code”.*Nothing was changed\.$/))
      .toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Choose a file' })).toBeVisible()
  })
})

test('columns show the note, the names on the line and the number of own limits', async () => {
  const { screen, desk } = await stage((world) => {
    world.startWith('customers', [
      { ...customerOf('C1042', 'Acme Pension'), note: 'Calls at ten.' },
      customerOf('C2007', 'Blue Harbor'),
    ])
  })
  await keys('/settings{Enter}')
  await screen.getByRole('searchbox', { name: 'Find a setting or a key' }).fill('own names')
  await screen.getByRole('textbox', { name: 'Own names' }).fill('whale')
  await screen.getByRole('textbox', { name: 'Customer code or symbol that the word names' }).fill('C1042')
  await keys('{Enter}')
  await expect.element(screen.getByText('whale → C1042')).toBeVisible()
  await keys('{F4}')
  await keys('{Control>}{F10}{/Control}')
  const row = (word: string) =>
    screen.getByRole('grid', { name: 'Customers' }).getByRole('row', { name: new RegExp(word) })
  await expect.element(row('C1042')).toMatchTextContent(/Calls at ten\.whale$/)
  const rule = { bounds: {}, instruments: null }
  desk.delta('limits', {
    version: 1,
    rules: [
      { ...rule, customerCode: code('C1042'), symbol: null },
      { ...rule, customerCode: code('C1042'), symbol: sym('BTCUSDC_PERP') },
      { ...rule, customerCode: null, symbol: null },
    ],
    history: [],
    unconfirmed: null,
  })
  await expect.element(row('C1042')).toMatchTextContent(/whale2$/)
  await expect.element(row('C2007')).not.toMatchTextContent(/\d$/)
})
