import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sendIntent } from '../../../renderer/state/actions/dealing.ts'
import { chooseCustomer } from '../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { NumberMeaning } from '../../../shared/domain/orders/limitDecision.ts'
import { decimalText } from '../../../shared/domain/scalars.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import { type ScriptedCore, code, reference, sym } from '../../fakes/window/scriptedCore.ts'
import { stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)
const WARNINGS = [1, 2, 3].map((n) => ({
  level: 'warn' as const,
  limit: `limit ${n}`,
  sentence: `Warning ${n} of three.`,
}))

/** A desk that warns of every order until 31 is typed. */
const wary =
  (means: NumberMeaning) =>
  (desk: ScriptedCore): void =>
    desk.answer('order.submit', ({ typed }) =>
      typed === '31'
        ? ok({ outcome: 'taken', referenceId: reference('v1-test') })
        : ok({
            outcome: 'warned',
            warnings: WARNINGS,
            type: '31',
            means,
            notional: means === 'notional' ? decimalText.parse('31020.25') : null,
          }),
    )

async function sendALine(means: NumberMeaning = 'notional') {
  const { desk, session, screen, clock } = await stage(wary(means))
  chooseCustomer(session.workspace, code('C1042'))
  await keys('{Control>}k{/Control}# b 0.5 btc @62000{Enter}')
  await expect.element(screen.getByText('Enter sends')).toBeVisible()
  clock.advance(200)
  await keys('{Enter}')
  const sheet = screen.getByRole('dialog')
  await expect.element(sheet).toBeVisible()
  return { desk, session, screen, sheet }
}

it('a warning shows order, customer and three lines; the typed number sends the same intent', async () => {
  const { desk, sheet, screen } = await sendALine()
  // One value: that of the limits, which the number is made of. The window's own estimate is left out.
  await expect.element(sheet).toMatchTextContent(/C1042 · BUY 0\.5 BTCUSDC_PERP LIMIT 62,000\.0 GTC(?! ≈)/)
  await expect.element(sheet).toMatchTextContent(/Worth at most 31,020\.25 USDC/)
  expect(
    sheet
      .getByRole('listitem')
      .elements()
      .map((element) => element.textContent),
  ).toEqual(WARNINGS.map(({ sentence }) => sentence))
  await expect.element(sheet.getByRole('textbox')).toHaveFocus()
  // Enter alone is no answer.
  await keys('{Enter}')
  expect(desk.callsOf('order.submit')).toHaveLength(1)
  await keys('31{Enter}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  const sent = desk.callsOf('order.submit') as { intentId: string; typed: string | null }[]
  expect(sent.map(({ typed }) => typed)).toEqual([null, '31'])
  expect(new Set(sent.map(({ intentId }) => intentId)).size).toBe(1)
})

it.each([
  ['notional', 'Type 31 to send it all the same · 31,020.25 USDC in thousands, rounded'],
  ['amount', 'Type 31 to send it all the same · the amount, because no price is known'],
] as const)('the label beside the number names it as the %s', async (means, words) => {
  const { sheet } = await sendALine(means)
  await expect.element(sheet.getByRole('textbox', { name: words, exact: true })).toHaveFocus()
})

it('a wrong number is reported and asked for again', async () => {
  const { desk, screen } = await sendALine()
  await keys('13{Enter}')
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/13 is not the number; nothing was sent\./)
  await expect.element(screen.getByRole('dialog').getByRole('textbox')).toHaveFocus()
  expect(desk.callsOf('order.submit')).toHaveLength(2)
})

it('a second order that the limits warn of never covers the open question; it is dropped, with words', async () => {
  const { desk, sheet, screen, session } = await sendALine()
  await keys('3')
  const second = sendIntent(session, 'second-intent', {
    kind: 'order',
    draft: plainDraft({
      customerCode: code('C2007'),
      symbol: sym('ETHUSDC_PERP'),
      side: 'sell',
      type: 'market',
      amount: decimalText.parse('9'),
    }),
  })
  expect(await second).toMatchObject({ message: 'Dropped: nothing was sent.' })
  await expect.element(sheet).toMatchTextContent(/C1042 · BUY 0\.5 BTCUSDC_PERP/)
  await expect
    .element(
      screen.getByText(/^Nothing was sent: the limits warn, and the sheet of another order is still open/),
    )
    .toBeVisible()
  await keys('1{Enter}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  const sent = desk.callsOf('order.submit') as { intentId: string; typed: string | null }[]
  expect(sent.map(({ typed }) => typed)).toEqual([null, null, '31'])
  expect(sent[2]?.intentId).toBe(sent[0]?.intentId)
})

it('a wrong customer code claims only that no market order was sent', async () => {
  const { session, screen } = await stage()
  session.overlay.setState({
    open: {
      kind: 'override',
      question: {
        sentence: 'C1042 · FLATTEN BTCUSDC_PERP',
        warnings: ['Openpit requested the cancels, but sent no market order.'],
        type: 'C1042',
        means: 'customer',
        notional: null,
        before: 'C2',
      },
      answer: () => {},
    },
  })
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/C2 is not the customer code; no market order was sent\./)
})

it('Escape drops the order', async () => {
  const { desk, screen } = await sendALine()
  await keys('{Escape}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toEqual([])
  expect(desk.callsOf('order.submit')).toHaveLength(1)
})

it('a block is one sentence, and nothing is asked', async () => {
  const sentence = 'Notional 31,000 USDC, over the limit of 100 USDC for customer C1042.'
  const { session, screen, clock } = await stage((desk) =>
    desk.answer('order.submit', () => fail(failureOf('refused', sentence))),
  )
  chooseCustomer(session.workspace, code('C1042'))
  await keys('{Control>}k{/Control}# b 0.5 btc @62000{Enter}')
  await expect.element(screen.getByText('Enter sends')).toBeVisible()
  clock.advance(200)
  await keys('{Enter}')
  await expect.element(screen.getByRole('region', { name: 'New notices' })).toMatchTextContent(sentence)
  expect(screen.getByRole('dialog').elements()).toEqual([])
})
