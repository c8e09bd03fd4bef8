import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DecimalText } from '../../../../shared/base/decimal.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { DEFAULT_RULES, type LimitsInForce } from '../../../../shared/domain/limits/limits.ts'
import { NOW } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const line = (words: string) => keys(`{Control>}k{/Control}${words}{Enter}`)
const started: LimitsInForce = { version: 0, rules: [...DEFAULT_RULES], history: [], unconfirmed: null }

it('shows the limits of a customer, and saves a tighter bound as the next version', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.answer('limits.save', () => ok({ version: 1 })),
  )
  await line('limits C1042')
  const table = screen.getByRole('table', { name: 'Limits of customer C1042' })
  await expect
    .element(table)
    .toMatchTextContent(/Notional USDC.*1,000,000 USDC · the desk.*10,000,000 USDC · the desk/)
  await table.getByLabelText('Notional, blocks above').fill('50k')
  await expect
    .element(screen.getByRole('form', { name: 'Save limits' }))
    .toMatchTextContent(/customer C1042: Notional, block: none → 50,000 USDC/)
  await screen.getByRole('button', { name: /^Review/ }).click()
  clock.advance(200)
  const sends = screen.getByRole('group', { name: 'Review' }).getByRole('button', { name: /^Save/ })
  await expect
    .element(sends)
    .toHaveAccessibleDescription('customer C1042 · SAVE 1 change of the limits as version 1')
  await sends.click()
  expect(desk.callsOf('limits.save')).toEqual([
    {
      baseVersion: 0,
      unconfirmed: null,
      typed: null,
      rules: [
        ...DEFAULT_RULES,
        {
          customerCode: 'C1042',
          symbol: null,
          instruments: null,
          bounds: { notional: { warn: null, block: '50000' } },
        },
      ],
    },
  ])
})

it('a looser block needs its typed word; a refusal of the core is shown as a sentence', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) =>
    scriptedCore.answer('limits.save', () =>
      fail(failureOf('refused', 'The limits were changed meanwhile by dealer.')),
    ),
  )
  await line('limits')
  await screen.getByLabelText('Notional, blocks above').fill('20m')
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(200)
  const word = screen.getByLabelText('Type 20000000')
  await word.fill('2000000')
  await keys('{Enter}')
  expect(desk.callsOf('limits.save')).toEqual([])
  await word.fill('20000000')
  clock.advance(200)
  await keys('{Enter}')
  await expect.element(screen.getByText('The limits were changed meanwhile by dealer.')).toBeVisible()
  expect(desk.callsOf('limits.save')).toMatchObject([{ typed: '20000000' }])
})

it('marks a value that is no number, no instrument, or a warning beyond its block', async () => {
  const { screen } = await stage()
  await line('limits')
  await screen.getByLabelText('Notional, warns above').fill('11m')
  await expect.element(screen.getByText('The warning bound must be below the block bound.')).toBeVisible()
  await screen.getByLabelText('Slippage, blocks above').fill('half')
  await expect.element(screen.getByText(/"half" is not a number/)).toBeVisible()
  await screen.getByLabelText('Allowed instruments').fill('BTCUSDC_PERP NONSENSE')
  await expect.element(screen.getByText('NONSENSE is no instrument of this venue.')).toBeVisible()
  await expect.element(screen.getByText('Correct the marked fields.')).toBeVisible()
})

it('reports a version that came into force meanwhile, with each of its changes', async () => {
  const { desk, screen } = await stage((scriptedCore) => scriptedCore.startWith('limits', started))
  await line('limits')
  await screen.getByLabelText('Notional, blocks above').fill('9m')
  desk.delta('limits', {
    ...started,
    version: 1,
    history: [
      {
        version: 1,
        at: NOW,
        by: 'dealer',
        changes: [
          {
            scope: { customerCode: null, symbol: null },
            limit: 'notional',
            level: 'block',
            from: '10000000' as DecimalText,
            to: '20000000' as DecimalText,
            loosens: true,
          },
        ],
      },
    ],
  })
  await expect.element(screen.getByText(/Version 1 came into force while you typed/)).toBeVisible()
  await expect
    .element(screen.getByRole('region', { name: 'History of the limits' }))
    .toMatchTextContent(/dealer.*the desk: Notional, block: 10,000,000 USDC → 20,000,000 USDC \(looser\)/)
})

it('shows a stored change that cannot be read with its words, and the rest of the history', async () => {
  const scope = { customerCode: null, symbol: null }
  const { screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('limits', {
      ...started,
      version: 2,
      history: [
        {
          version: 2,
          at: NOW,
          by: 'dealer',
          changes: [
            { unread: '{"limit":"notional","from":"ten","to":null}' },
            { scope, limit: 'instruments', level: 'block', from: null, to: 'BTCUSDC_PERP', loosens: false },
          ],
        },
      ],
    }),
  )
  await line('limits')
  const history = screen.getByRole('region', { name: 'History of the limits' })
  await expect
    .element(
      history.getByText('This change cannot be read: {"limit":"notional","from":"ten","to":null}', {
        exact: true,
      }),
    )
    .toBeVisible()
  await expect.element(history.getByText(/Allowed instruments: all → BTCUSDC_PERP/)).toBeVisible()
})

it('limits without a stored history are not called unchanged', async () => {
  const { screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('limits', { ...started, version: 3 }),
  )
  await line('limits')
  await expect
    .element(screen.getByText('No readable history is stored with version 3.', { exact: true }))
    .toBeVisible()
})

it('limits whose records are lost are not called unchanged', async () => {
  const unconfirmed = 'The order journal of earlier runs is gone.'
  const { screen } = await stage((scriptedCore) =>
    scriptedCore.startWith('limits', { ...started, unconfirmed }),
  )
  await line('limits')
  const history = screen.getByRole('region', { name: 'History of the limits' })
  await expect
    .element(history.getByText('No readable history is stored: earlier changes are not known.'))
    .toBeVisible()
  await expect.element(history.getByText(/Never changed/)).not.toBeInTheDocument()
})

it('drops a review as soon as another window saves limits: its Enter sends nothing', async () => {
  const { desk, clock, screen } = await stage((scriptedCore) => scriptedCore.startWith('limits', started))
  await line('limits')
  await screen.getByLabelText('Notional, blocks above').fill('9m')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(screen.getByRole('group', { name: 'Review' })).toBeVisible()
  clock.advance(200)
  desk.delta('limits', { ...started, version: 1 })
  await expect.element(screen.getByText(/^Something changed after the review/)).toBeVisible()
  await keys('{Enter}')
  expect(desk.callsOf('limits.save')).toEqual([])
})

it('says why unconfirmed limits do not count, and confirms them unchanged with the typed word', async () => {
  const unconfirmed = 'Version 3 of the limits is in force, but its copy in the settings is missing.'
  const { desk, clock, screen } = await stage((scriptedCore) => {
    scriptedCore.startWith('limits', { ...started, version: 3, unconfirmed })
    scriptedCore.answer('limits.save', () => ok({ version: 4 }))
  })
  await line('limits')
  await expect.element(screen.getByRole('alert').getByText(unconfirmed)).toBeVisible()
  // The panel opens with the focus on what stands above its form.
  await expect.element(screen.getByRole('combobox', { name: 'Customer' })).toHaveFocus()
  await keys('{Control>}{Enter}{/Control}')
  clock.advance(200)
  await expect.element(screen.getByText('the desk · CONFIRM these limits as version 4')).toBeVisible()
  const confirm = screen.getByRole('group', { name: 'Review' }).getByRole('button', { name: /^Save/ })
  await expect.element(confirm).toHaveAttribute('aria-disabled', 'true')
  await keys('confirm{Enter}')
  await expect.poll(() => desk.callsOf('limits.save')).toHaveLength(1)
  expect(desk.callsOf('limits.save')).toEqual([
    { baseVersion: 3, unconfirmed, typed: 'confirm', rules: [...DEFAULT_RULES] },
  ])
})

it('each line that opens the limits shows its own scope, not the scope of an earlier line', async () => {
  const { screen } = await stage()
  const table = (name: string) => screen.getByRole('table', { name: `Limits of ${name}` })
  await line('limits C1042')
  await expect.element(table('customer C1042')).toBeVisible()
  await line('limits C2007')
  await expect.element(table('customer C2007')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Instrument' }).selectOptions('BTCUSDC_PERP')
  await expect.element(table('C2007 in BTCUSDC_PERP')).toBeVisible()
  await line('limits C1042')
  await expect.element(table('customer C1042')).toBeVisible()
  await line('limits')
  await expect.element(table('the desk')).toBeVisible()
})

it('the palette opens the panel whose title was typed', async () => {
  const { screen } = await stage()
  await keys('{Control>}p{/Control}')
  await expect.element(screen.getByRole('combobox')).toHaveFocus()
  await keys('Margin{Enter}')
  await expect.element(screen.getByText('Choose a customer: F2, or the list above.')).toBeVisible()
  await expect.element(screen.getByRole('grid', { name: 'Margins' })).toHaveFocus()
})
