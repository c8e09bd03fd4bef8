/** Every form that changes something: Enter in any of its fields sends nothing, and what is sent was reviewed with its customer first. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { blankProfile } from '../../../renderer/panels/administration/venue/profileForm.ts'
import { REVIEWED_FORMS, type ReviewedForm } from '../../../renderer/dealing/reviewedForms.ts'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { CommandName } from '../../../shared/contract/contract.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import {
  NOW,
  ScriptedCore,
  code,
  orderOf,
  positionOf,
  readySession,
  reference,
  sym,
} from '../../fakes/window/scriptedCore.ts'
import { blockOf, orderFor } from '../panels/block/blockWindow.ts'
import { stage } from '../workspace/stage.tsx'

type Staged = Awaited<ReturnType<typeof stage>>

interface Recipe {
  readonly prepare?: (desk: ScriptedCore) => void
  /** Opens the form by keyboard or pointer. */
  readonly open: (staged: Staged) => Promise<void>
  /** Fills it so that it could be sent. */
  readonly fill: (staged: Staged) => Promise<void>
  /** How its review begins: whom it is for. */
  readonly begins: RegExp
  /** What is typed in the review before Enter sends. */
  readonly word?: string
  readonly sends: CommandName
}

const keys = (text: string) => userEvent.keyboard(text)
const line = (words: string) => keys(`{Control>}k{/Control}${words}{Enter}`)
const text = (value: string) => decimalText.parse(value)
const transfer = (kind: 'deposit' | 'withdrawal'): Recipe => ({
  open: async ({ session }) => {
    session.overlay.setState({ open: { kind: 'transfer', code: code('C1042'), transfer: kind } })
  },
  fill: async ({ screen }) => screen.getByRole('dialog').getByLabelText('Amount').fill('250k'),
  begins: /^C1042 · (DEPOSIT|WITHDRAW) 250,000 USDC$/,
  sends: 'transfer.submit',
})
const editable = { ...readySession.venues[0]!, id: 'v1', name: 'Prime', editable: true }

/** One for each form of the registry: a form without a recipe does not compile. */
const RECIPES: Readonly<Record<ReviewedForm, Recipe>> = {
  deposit: transfer('deposit'),
  withdrawal: transfer('withdrawal'),
  fees: {
    prepare: (desk) => desk.answer('feeProfile.write', () => ok([])),
    open: () => line('fee C1042'),
    fill: async ({ screen }) => {
      await screen.getByRole('radio', { name: /^All/ }).click()
      await screen.getByLabelText('Maker', { exact: true }).fill('1')
      await screen.getByLabelText('Taker', { exact: true }).fill('5')
    },
    begins: /^C1042 · SET FEES of every instrument \(1\) to maker 1 bps/,
    word: 'C1042',
    sends: 'feeProfile.write',
  },
  amend: {
    prepare: (desk) => {
      desk.startWith('orders', [orderOf({ referenceId: reference('r1') })])
      desk.answer('order.amend', () => ok({}))
    },
    open: () => keys('{F7}{Home}a'),
    fill: async ({ screen }) => screen.getByRole('dialog').getByLabelText('Limit price').fill('61990'),
    begins: /^C1042 · AMEND BUY BTCUSDC_PERP limit 62,000(\.0)? → 61,990(\.0)?$/,
    sends: 'order.amend',
  },
  writeOff: {
    prepare: (desk) => {
      desk.startWith('orders', [orderOf({ referenceId: reference('v1-lost'), phase: 'unresolved' })])
      desk.answer('order.writeOff', () => ok({}))
    },
    open: async ({ session }) => {
      session.overlay.setState({ open: { kind: 'order', key: 'C1042 v1-lost' } })
    },
    fill: async () => undefined,
    begins: /^C1042 · WRITE OFF BUY BTCUSDC_PERP, order v1-lost/,
    word: 'lost',
    sends: 'order.writeOff',
  },
  limits: {
    prepare: (desk) => desk.answer('limits.save', () => ok({ version: 1 })),
    open: () => line('limits C1042'),
    fill: async ({ screen }) => screen.getByLabelText('Notional, blocks above').fill('50k'),
    begins: /^customer C1042 · SAVE 1 change of the limits as version 1$/,
    sends: 'limits.save',
  },
  webhook: {
    prepare: (desk) => {
      desk.answer('webhook.list', ({ page: at }) =>
        ok({ items: [], total: 0, page: at, size: 50, pages: 1, missing: null }),
      )
      desk.answer('webhook.register', () => fail(failureOf('refused', 'Not today.')))
    },
    open: () => line('webhooks'),
    fill: async ({ screen }) => {
      await screen.getByLabelText('Address').fill('https://example.com/hook')
      await screen.getByRole('radio', { name: 'Listed events' }).click()
      await screen.getByRole('checkbox').first().click()
    },
    begins: /^Every customer · REGISTER a webhook: the venue sends .* to https:\/\/example\.com\/hook$/,
    sends: 'webhook.register',
  },
  venue: {
    prepare: (desk) => {
      desk.startWith('session', { ...readySession, venues: [editable], venueId: 'v1' })
      desk.answer('venue.read', () => ok({ profile: JSON.stringify(blankProfile()) }))
      desk.answer('venue.save', () => ok({ venueId: 'v1' }))
    },
    open: () => line('venue'),
    fill: async ({ screen }) => screen.getByLabelText('REST address').fill('https://prime.example'),
    begins: /^Every customer · SAVE the venue /,
    sends: 'venue.save',
  },
  block: {
    prepare: (desk) =>
      desk.answer('order.submitBlock', () => ok({ outcome: 'taken' as const, blockId: 'B1' })),
    open: () => keys('{Shift>}{F9}{/Shift}'),
    fill: async ({ screen }) => {
      const sheet = screen.getByRole('dialog')
      await sheet.getByRole('radio', { name: 'Buy' }).click()
      await sheet.getByLabelText('Customer and number').fill('C1042\nC2007')
      await sheet.getByLabelText('Limit', { exact: true }).fill('62000')
      await sheet.getByLabelText('Amount').fill('0.2')
      await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
    },
    begins: /^BUY 0\.2 BTCUSDC_PERP LIMIT 62,000\.0 GTC · 2 customers by equal$/,
    word: '2',
    sends: 'order.submitBlock',
  },
  amendBlock: {
    prepare: (desk) => {
      const block = blockOf({ state: 'sent' })
      desk.startWith('blocks', [{ ...block, rows: block.rows.slice(0, 2) }])
      desk.startWith('orders', [orderFor('C1042', {}), orderFor('C2007', {})])
      desk.answer('block.amend', () => ok({ outcome: 'taken' as const, orders: 2 }))
    },
    open: async ({ screen }) => {
      const strip = screen.getByRole('region', { name: 'Block B7k' })
      await expect.element(strip).toBeVisible()
      await keys('{Control>}{F9}{/Control}')
      await expect.element(strip).toHaveFocus()
      await keys('m')
    },
    fill: async ({ screen }) => screen.getByRole('dialog').getByLabelText('Limit price').fill('61990'),
    begins: /^@macro · AMEND BUY BTCUSDC_PERP limit 62,000(\.0)? → 61,990(\.0)? · 2 customers of block B7k$/,
    word: '2',
    sends: 'block.amend',
  },
  flattenRows: {
    prepare: (desk) => {
      desk.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '1', '60000')])
      desk.answer('position.flatten', () =>
        ok({ outcome: 'taken' as const, referenceId: reference('v1-flat') }),
      )
    },
    open: async ({ session }) => {
      const rows = [{ customerCode: code('C1042'), symbol: sym('BTCUSDC_PERP') }]
      session.overlay.setState({ open: { kind: 'flattenRows', rows } })
    },
    fill: async () => undefined,
    begins: /^C1042 · FLATTEN BTCUSDC_PERP/,
    word: '1',
    sends: 'position.flatten',
  },
  haltCustomers: {
    prepare: (desk) => desk.answer('halt.start', () => ok({ id: 'h1', orders: 0 })),
    open: async ({ session }) => {
      session.overlay.setState({ open: { kind: 'haltCustomers', codes: [code('C1042')] } })
    },
    fill: async () => undefined,
    begins: /^C1042 Acme Pension · HALT and cancel all live orders$/,
    word: '1',
    sends: 'halt.start',
  },
  customer: {
    prepare: (desk) => desk.answer('customer.save', () => ok({})),
    open: async ({ session }) => {
      session.overlay.setState({ open: { kind: 'editCustomer', code: null } })
    },
    fill: async ({ screen }) => screen.getByLabelText('Code').fill('C9000'),
    begins: /^C9000 · ADD to the customers of this desk/,
    sends: 'customer.save',
  },
  importCustomers: {
    prepare: (desk) => desk.answer('customer.import', () => ok({ outcome: 'imported' })),
    open: async ({ session }) => {
      session.overlay.setState({ open: { kind: 'importCustomers' } })
    },
    fill: async ({ screen }) =>
      userEvent.upload(
        screen.getByLabelText('CSV file of customers'),
        new File(['customer_code,name\nC9000,Zed\n'], 'new.csv', { type: 'text/csv' }),
      ),
    begins: /^Every customer · IMPORT new\.csv into the customers of this desk: 1 new customer, 0 changed/,
    sends: 'customer.import',
  },
}

/** Commands that change nothing at a venue and no limit: reads, and what a window saves or shows. */
const HARMLESS =
  /\.(read|list|auditTrail|walk|check|checkBlock|checkAmend|foretell)$|^(setting\.save|link\.set)$/

beforeEach(() => page.viewport(1600, 900))

async function openForm(form: ReviewedForm) {
  const recipe = RECIPES[form]
  const staged = await stage((desk) => {
    desk.startWith('balances', [
      { customerCode: code('C1042'), amount: text('1000000'), source: 'event', asOf: NOW },
    ])
    desk.answer('feeProfile.read', () =>
      ok([{ symbol: sym('BTCUSDC_PERP'), makerFee: text('-0.5'), takerFee: text('2') }]),
    )
    recipe.prepare?.(desk)
  })
  chooseCustomer(staged.session.workspace, code('C1042'))
  await recipe.open(staged)
  const root = () => document.querySelector<HTMLElement>(`[data-form=${form}]`)
  await expect.poll(root).not.toBeNull()
  await recipe.fill(staged)
  await expect.poll(() => root()?.querySelector('[data-review]')?.ariaDisabled).toBe('false')
  const changes = () => staged.desk.calls.filter(({ name }) => !HARMLESS.test(name))
  const review = staged.screen.getByRole('group', { name: 'Review' })
  return { ...staged, recipe, root: () => root()!, changes, review }
}

const FIELDS = 'input, select, textarea, [role=radio]'

describe.each(REVIEWED_FORMS)('%s', (form) => {
  it('Enter in any field, also held down, sends nothing and reviews nothing', async () => {
    const { root, changes, review } = await openForm(form)
    const count = root().querySelectorAll(FIELDS).length
    for (let at = 0; at < count; at++) {
      const field = root().querySelectorAll<HTMLElement>(FIELDS)[at]
      if (!field || field.hasAttribute('disabled')) continue
      field.focus()
      await keys('{Enter}')
      expect(review.elements()).toEqual([])
      if (field instanceof HTMLTextAreaElement) continue
      expect(document.activeElement).not.toBe(field)
      field.focus()
      for (let n = 0; n < 5; n++)
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, repeat: n > 0 }),
        )
    }
    expect(changes()).toEqual([])
  })

  it('Ctrl+Enter reviews with the customer first; a second, unheld Enter sends once', async () => {
    const { root, changes, review, recipe, clock } = await openForm(form)
    root().querySelector<HTMLElement>('input, [data-review]')?.focus()
    await keys('{Control>}{Enter}{/Control}')
    await expect.element(review.getByRole('status')).toMatchTextContent(recipe.begins)
    await keys('{Enter}')
    if (recipe.word !== undefined) await keys(recipe.word)
    await keys('{Control>}{Enter}{/Control}')
    expect(changes()).toEqual([])
    clock.advance(200)
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, repeat: true }),
    )
    expect(changes()).toEqual([])
    clock.advance(150)
    await keys('{Enter}')
    await expect.poll(changes).toHaveLength(1)
    expect(changes().map(({ name }) => name)).toEqual([recipe.sends])
  })

  it('Esc leaves the review and keeps the form', async () => {
    const { root, changes, review } = await openForm(form)
    root().querySelector<HTMLElement>('input, [data-review]')?.focus()
    await keys('{Control>}{Enter}{/Control}')
    await expect.element(review).toBeVisible()
    await keys('{Escape}')
    await expect.poll(() => review.elements()).toEqual([])
    expect(root().querySelector('[data-review]')).toBe(document.activeElement)
    expect(changes()).toEqual([])
  })
})

/** Ms between the presses of a hand that bounces on the key (none), or is in a hurry: eight of them outlast the guard of 150 ms. */
const GAPS = [0, 40]
const PRESSES = ['{Enter}', '{Control>}{Enter}{/Control}']

it.each(REVIEWED_FORMS)('%s: a burst of presses never both reviews and sends', async (form) => {
  const { root, changes, review, recipe, clock } = await openForm(form)
  for (const start of ['[data-review]', 'input'])
    for (const press of PRESSES)
      for (const gap of GAPS) {
        root().querySelector<HTMLElement>(start)?.focus()
        clock.advance(1_000)
        await keys(press)
        clock.advance(gap)
        // A word that is in the field already guards nothing.
        if (recipe.word !== undefined && review.elements().length > 0)
          await review.getByRole('textbox').fill(recipe.word)
        for (const presses of gap === 0 ? [press.repeat(7)] : Array<string>(7).fill(press)) {
          await keys(presses)
          clock.advance(gap)
        }
        expect(changes()).toEqual([])
        if (review.elements().length === 0) continue
        await keys('{Escape}')
        await expect.poll(() => review.elements()).toEqual([])
      }
})

it.each(REVIEWED_FORMS.filter((form) => RECIPES[form].word !== undefined))(
  '%s: a review that asks for a word sends nothing with another',
  async (form) => {
    const { root, changes, review, clock } = await openForm(form)
    root().querySelector<HTMLElement>('input, [data-review]')?.focus()
    await keys('{Control>}{Enter}{/Control}')
    clock.advance(200)
    await keys('{Enter}')
    await keys('nonsense{Enter}')
    await expect.element(review.getByRole('alert')).toMatchTextContent(/^Nothing was sent: type /)
    expect(changes()).toEqual([])
  },
)

it('a review ends when what would be sent changes under it', async () => {
  const { desk, changes, review, clock, screen } = await openForm('amend')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(review).toBeVisible()
  desk.delta('orders', [
    orderOf({ referenceId: reference('r1'), limitPrice: text('61995'), updatedAt: NOW + 1 }),
  ])
  await expect.element(screen.getByText(/Something changed after the review/)).toBeVisible()
  clock.advance(200)
  await keys('{Enter}')
  await expect.element(review.getByRole('status')).toMatchTextContent(/61,995(\.0)? → 61,990/)
  expect(changes()).toEqual([])
})
