/** Ticket, scale and block say beforehand that a second dealer must approve; an unanswered question is never shown as "nobody". */

import { beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { TicketForm } from '../../../../renderer/state/ticket/ticketForm.ts'
import { startAccount } from '../../../fakes/window/accounts.ts'
import type { ScriptedCore } from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'
import { keys, opened } from '../block/blockWindow.ts'

beforeEach(() => page.viewport(1366, 768))

const WAITS = 'This order will wait for a second dealer.'
const ONE: Partial<TicketForm> = { side: 'buy', amount: '1', limitPrice: '61000' }

async function withTicket(form: Partial<TicketForm>, more: (desk: ScriptedCore) => void) {
  const staged = await stage((desk) => {
    startAccount(desk)
    more(desk)
  })
  const change = (to: Partial<TicketForm>) =>
    staged.session.tickets
      .of('ticket:1')
      .setState((ticket) => ({ ...ticket, form: { ...ticket.form, ...to } }))
  change({ customerCode: 'C1042', symbol: 'BTCUSDC_PERP', ...form })
  const ticket = staged.screen.getByRole('form', { name: 'Order ticket' })
  return { ...staged, ticket, change }
}

it('an order that a rule names says so above its button, and no longer once it is smaller', async () => {
  const { desk, ticket, change } = await withTicket(ONE, (core) =>
    core.answer('approval.foretell', ({ act }) =>
      ok({ sentence: act.kind === 'order' && act.draft.amount === '1' ? WAITS : null }),
    ),
  )
  await expect.element(ticket.getByText(WAITS)).toBeVisible()
  expect(desk.callsOf('approval.foretell').at(-1)).toMatchObject({
    act: { kind: 'order', draft: { customerCode: 'C1042', amount: '1', limitPrice: '61000' } },
  })
  change({ amount: '0.5' })
  await expect.element(ticket.getByText(WAITS)).not.toBeInTheDocument()
})

it('an order asks again each second, because rules and prices change', async () => {
  let sentence: string | null = null
  const { ticket, clock, desk } = await withTicket(ONE, (core) =>
    core.answer('approval.foretell', () => ok({ sentence })),
  )
  await expect.poll(() => desk.callsOf('approval.foretell')).toHaveLength(1)
  await expect.element(ticket.getByText(WAITS)).not.toBeInTheDocument()
  sentence = WAITS
  clock.advance(1_000)
  await expect.element(ticket.getByText(WAITS)).toBeVisible()
})

it('an order whose rules cannot be asked about says that this is not known', async () => {
  const { ticket } = await withTicket(ONE, (core) =>
    core.answer('approval.foretell', () => fail(failureOf('not-connected', 'The terminal does not answer.'))),
  )
  await expect
    .element(
      ticket.getByText('Whether a second dealer must approve it is not known: The terminal does not answer.'),
    )
    .toBeVisible()
})

it('a scale says it for all its orders', async () => {
  const { desk, ticket } = await withTicket(
    { ...ONE, isScale: true, amount: '0.2', limitPrice: '62000', scaleTo: '61000', scaleCount: '20' },
    (core) =>
      core.answer('approval.foretell', ({ act }) =>
        ok({ sentence: `This ${act.kind} will wait for a second dealer.` }),
      ),
  )
  const note = ticket.getByText('This scale will wait for a second dealer.')
  await expect.element(note).toBeVisible()
  const asked = desk.callsOf('approval.foretell').at(-1) as { act: { rows: readonly unknown[] } }
  expect(asked.act.rows).toHaveLength(20)
})

it('a block says it in the basket, and again in the review above the count', async () => {
  const said = 'This block will wait for a second dealer.'
  const { desk, sheet, review } = await opened('@macro b 0.302 btc @61000 x5', (core) =>
    core.answer('approval.foretell', ({ act }) => ok({ sentence: act.kind === 'block' ? said : null })),
  )
  await expect.element(sheet.getByRole('region', { name: 'Basket' }).getByText(said)).toBeVisible()
  await expect.element(sheet.getByRole('button', { name: /^Review/ })).toBeVisible()
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(review.getByText(said)).toBeVisible()
  expect(desk.callsOf('approval.foretell').at(-1)).toMatchObject({
    act: {
      rows: [
        { customerCode: 'C1042', amount: '0.101' },
        { customerCode: 'C2007' },
        { customerCode: 'C3311' },
      ],
    },
  })
})
