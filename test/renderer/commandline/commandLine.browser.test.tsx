/** The command line on a market whose prices grow old. */

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeClock } from '../../fakes/fakeClock.ts'
import { fail, ok } from '../../../shared/base/result.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import {
  code,
  liveConnection,
  orderOf,
  positionOf,
  reference,
  tickerOf,
  wholeReading,
} from '../../fakes/window/scriptedCore.ts'
import { pressAges, stage } from '../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (text: string) => userEvent.keyboard(text)

/** Lets seconds pass until the page says so: its own timer begins only after it has been drawn. */
async function passUntil(clock: FakeClock, words: RegExp): Promise<void> {
  await expect
    .poll(() => {
      clock.advance(1_000)
      return document.body.textContent
    })
    .toMatch(words)
}

it('refuses a price word as its market turns old, without a key, until news comes', async () => {
  const { desk, clock, screen } = await stage()
  await keys('/C1042 b 1 btc bid')
  await expect.element(screen.getByText(/BUY 1 BTCUSDC_PERP LIMIT 62,148\.0 GTC/)).toBeVisible()
  await passUntil(clock, /bid of BTCUSDC_PERP is \d+ s old; type a price/)
  await keys('{Enter}')
  expect(screen.getByText('Enter sends').elements()).toEqual([])
  desk.delta('tickers', [
    { ...tickerOf('BTCUSDC_PERP', '62140', '62141'), touchAt: clock.now(), receivedAt: clock.now() },
  ])
  await expect.element(screen.getByText(/BUY 1 BTCUSDC_PERP LIMIT 62,140\.0 GTC/)).toBeVisible()
  desk.delta('connection', {
    ...liveConnection,
    streams: liveConnection.streams.map((link) =>
      link.channel === 'orderbook-stream:BTCUSDC_PERP' ? { ...link, state: 'suspect' } : link,
    ),
  })
  await expect.element(screen.getByText(/^the book of BTCUSDC_PERP is in doubt or silent/)).toBeVisible()
})

it('drops a price word that turned old between the two Enters, and says why', async () => {
  const { desk, clock, screen } = await stage()
  await keys('/C1042 b 1 btc ask{Enter}')
  await expect.element(screen.getByText('Enter sends')).toBeVisible()
  // A clock far ahead of the page's own would make the second Enter a late key.
  const old = clock.now() - 6_000
  desk.delta('tickers', [{ ...tickerOf('BTCUSDC_PERP', '62148', '62150.5'), touchAt: old, receivedAt: old }])
  clock.advance(500)
  await keys('{Enter}')
  await expect
    .element(screen.getByText('Nothing was sent: ask of BTCUSDC_PERP is 6 s old; type a price.').first())
    .toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
  await expect.element(screen.getByRole('textbox', { name: 'Command line' })).toHaveValue('C1042 b 1 btc ask')
})

it('marks the estimate and the touch of a market order with the age of an old price', async () => {
  const { clock, screen } = await stage()
  await keys('/C1042 b 2 btc m')
  await expect.element(screen.getByText(/MARKET ≈ 124,301 USDC · book 62,148\.0/)).toBeVisible()
  await passUntil(
    clock,
    /MARKET ≈ ~124,301 USDC \(price (\d+ s) old\) · book ~62,148\.0\/62,150\.5 \(\1 old\)/,
  )
})

it('marks the leverage preview of a position with the age of an old mark', async () => {
  const held = positionOf('C1042', 'BTCUSDC_PERP', '2', '62000')
  const { clock, screen } = await stage((desk) => desk.startWith('positions', [held]))
  await keys('/lev C1042{Enter}')
  await expect.element(screen.getByText(/worth 124,299 USDC at the mark\./)).toBeVisible()
  await passUntil(clock, /worth ~124,299 USDC at the mark \(\d+ s old\)\./)
  const preview = screen.getByRole('table', { name: 'Leverage preview' })
  await expect.element(preview.getByRole('cell').last()).toHaveClass('stale')
})

const field = () => page.getByRole('textbox', { name: 'Command line' })
/** Two Enters, far enough apart for the second to count. */
const confirm = async (clock: FakeClock) => {
  await keys('{Enter}')
  await expect.element(page.getByText('Enter sends')).toBeVisible()
  clock.advance(500)
  await keys('{Enter}')
}

it('goes on to the next statement once the venue confirmed the one before it', async () => {
  const { desk, clock } = await stage((scripted) =>
    scripted.answer('order.cancelAll', () => ok({ count: 1 })),
  )
  const order = orderOf({ referenceId: reference('v1-a') })
  desk.delta('orders', [order])
  await keys('/cx C1042 btc ; C1042 b 1 btc @62000')
  await expect.element(page.getByText(/^1 of 2: C1042.*CANCEL ALL BTCUSDC_PERP/)).toBeVisible()
  await confirm(clock)
  await expect
    .element(page.getByText('Waiting for the venue’s confirmation. Next: C1042 b 1 btc @62000'))
    .toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
  desk.delta('orders', [{ ...order, phase: 'closed', status: 'canceled' }])
  await expect.element(field()).toHaveValue('C1042 b 1 btc @62000')
  await confirm(clock)
  await expect.poll(() => desk.callsOf('order.submit')).toHaveLength(1)
})

it('stops after a cancel of all orders where the venue lists none, and sends the cancel', async () => {
  const { desk, clock } = await stage((scripted) => {
    const reading = { ...wholeReading('C1042'), state: 'unavailable' as const, reason: 'NOT_FOUND' }
    scripted.startWith('openOrderReadings', [reading])
    scripted.answer('order.cancelAll', () => ok({ count: 0 }))
  })
  await keys('/cx C1042 btc ; C1042 b 1 btc @62000')
  await confirm(clock)
  await expect
    .element(
      page
        .getByText(
          /^The line stopped: it is not known whether every order is canceled, because the venue shows no list of open orders of C1042: .* Not sent: C1042 b 1 btc @62000/,
        )
        .first(),
    )
    .toBeVisible()
  await expect.element(field()).toHaveValue('')
  expect(desk.callsOf('order.cancelAll')).toHaveLength(1)
})

it('stops at the first failure, says what was not sent, and ↑ brings the line back', async () => {
  const { desk, clock } = await stage((scripted) =>
    scripted.answer('order.cancelAll', () => fail(failureOf('not-connected', 'No connection.'))),
  )
  await keys('/cx C1042 ; C1042 b 1 btc @62000')
  await confirm(clock)
  await expect
    .element(page.getByText(/^The line stopped: .* not taken. Not sent: C1042 b 1 btc @62000/).first())
    .toBeVisible()
  await expect.element(field()).toHaveValue('')
  expect(desk.callsOf('order.submit')).toEqual([])
  await keys('{ArrowUp}{ArrowUp}')
  await expect.element(field()).toHaveValue('cx C1042 ; C1042 b 1 btc @62000')
})

describe('statements that wait', () => {
  const order = orderOf({ referenceId: reference('v1-a') })
  const start = async () => {
    const staged = await stage((scripted) => {
      scripted.startWith('orders', [order])
      scripted.answer('order.cancelAll', () => ok({ count: 1 }))
    })
    await keys('/cx C1042 btc ; C1042 b 1 btc @62000')
    await confirm(staged.clock)
    await expect.element(page.getByText(/^Waiting for the venue’s confirmation/)).toBeVisible()
    return staged
  }
  const stopped = async (why: string) => {
    const sentence = `The line stopped: ${why}. Not sent: C1042 b 1 btc @62000`
    await expect.element(page.getByText(sentence).first()).toBeVisible()
  }

  it('never come up after a refused cancel', async () => {
    const { desk } = await start()
    desk.delta('orders', [{ ...order, refusal: { code: 'INTERNAL', message: '' } }])
    await stopped('the cancel of BUY BTCUSDC_PERP (v1-a) was refused')
    await expect.element(field()).toHaveValue('')
  })

  it('never touch a line that the dealer types meanwhile, and say so', async () => {
    const { desk } = await start()
    await keys('C1042 b 5 btc')
    await stopped('the dealer typed another line')
    desk.delta('orders', [{ ...order, phase: 'closed', status: 'canceled' }])
    await expect.element(field()).toHaveValue('C1042 b 5 btc')
  })

  it('never come up for another customer of the window', async () => {
    const { session, desk } = await start()
    session.workspace.setState({ customer: code('C2007') })
    await stopped('the customer, the instrument or the session of this window changed')
    desk.delta('orders', [{ ...order, phase: 'closed', status: 'canceled' }])
    await expect.element(field()).toHaveValue('')
  })

  it('stop after 10 s without the venue’s word, and ↑ brings back only what was not sent', async () => {
    const { clock } = await start()
    clock.advance(10_000)
    await stopped('the venue did not confirm the statement before within 10 s')
    await keys('{ArrowUp}')
    await expect.element(field()).toHaveValue('C1042 b 1 btc @62000')
  })
})

it('a cancel leaves although a statement behind it cannot be read any more', async () => {
  const { desk, clock } = await stage((scripted) =>
    scripted.answer('order.cancelAll', () => ok({ count: 1 })),
  )
  await keys('/cx C1042 btc ; C1042 b 1 btc bid{Enter}')
  await expect.element(page.getByText('Enter sends')).toBeVisible()
  const old = clock.now() - 6_000
  desk.delta('tickers', [{ ...tickerOf('BTCUSDC_PERP', '62148', '62150.5'), touchAt: old, receivedAt: old }])
  clock.advance(500)
  await keys('{Enter}')
  await expect.poll(() => desk.callsOf('order.cancelAll')).toHaveLength(1)
})

it('disarm switches off every ladder of the window', async () => {
  const { session } = await stage()
  session.workspace.setState({ armed: { 'ladder:1': 1, 'ladder:2': 1 } })
  await keys('/disarm{Enter}')
  await expect.poll(() => session.workspace.getState().armed).toEqual({})
})

it('flattens every position of a customer, one after the other', async () => {
  const { desk, clock } = await stage((scripted) => {
    scripted.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1.5', '60000'),
      positionOf('C1042', 'ETHUSDC_PERP', '-4', '3000'),
    ])
    scripted.answer('position.flatten', () => ok({ outcome: 'taken', referenceId: reference('v1-flat') }))
  })
  await keys('/flat C1042 all')
  await expect
    .element(page.getByText(/FLATTEN all 2 positions: BTCUSDC_PERP \+1\.500, ETHUSDC_PERP -4\.00/))
    .toBeVisible()
  await confirm(clock)
  await expect.poll(() => desk.callsOf('position.flatten')).toHaveLength(2)
  const ids = desk.callsOf('position.flatten').map((call) => (call as { intentId: string }).intentId)
  expect(new Set(ids).size).toBe(2)
})

it('pos with a customer shows the positions of that customer alone, until all are asked for', async () => {
  const { screen } = await stage((scripted) =>
    scripted.startWith('positions', [
      positionOf('C1042', 'BTCUSDC_PERP', '1.5', '60000'),
      positionOf('C2007', 'BTCUSDC_PERP', '2', '60000'),
    ]),
  )
  const rows = screen.getByRole('grid', { name: 'Positions' }).getByText(/^C2007/)
  await expect.element(rows).toBeVisible()
  await keys('/pos C1042{Enter}')
  await expect.poll(() => rows.elements()).toHaveLength(0)
  await screen.getByRole('button', { name: '▼ C1042 only ×' }).click()
  await expect.element(rows).toBeVisible()
})

it('a line with ? shows what would become of the order, and sends nothing however often Enter is pressed', async () => {
  const sentence = 'BUY 400 BTCUSDC_PERP exceeds the warning of 100 contracts.'
  const { desk, clock } = await stage((scripted) =>
    scripted.answer('order.check', () =>
      ok({
        refusal: null,
        mayPass: false,
        findings: [{ limit: 'orderSize', level: 'warn', sentence }],
        notional: null,
      }),
    ),
  )
  await keys('/C1042 b 2 btc @62000 ?')
  const output = page.getByText(/^Not sent · C1042.*BUY 2 BTCUSDC_PERP LIMIT 62,000/)
  await expect
    .element(output)
    .toMatchTextContent(/margin .* → .* USDC · fee .*would ask for a typed number: BUY 400/)
  for (let n = 0; n < 3; n++) {
    clock.advance(500)
    await keys('{Enter}')
  }
  await expect.element(output).toBeVisible()
  await expect
    .element(page.getByText(/^A line that ends with \? sends nothing\. Delete the \?/).first())
    .toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
})

it('a key that meets an arriving statement replaces it whole, and ↑ brings it back', async () => {
  const { desk, clock } = await stage((scripted) =>
    scripted.answer('order.cancelAll', () => ok({ count: 0 })),
  )
  desk.delta('orders', [])
  await keys('/cx C1042 eth ; C1042 b 1 btc @62000')
  await confirm(clock)
  await expect.element(field()).toHaveValue('C1042 b 1 btc @62000')
  await keys('7')
  await expect.element(field()).toHaveValue('7')
  await keys('{ArrowUp}')
  await expect.element(field()).toHaveValue('C1042 b 1 btc @62000')
})

it('an order sized by the position is dropped once the position changed', async () => {
  const { desk, clock } = await stage((scripted) =>
    scripted.startWith('positions', [positionOf('C1042', 'BTCUSDC_PERP', '1', '60000')]),
  )
  await keys('/rev C1042 btc{Enter}')
  await expect.element(page.getByText('Enter sends')).toBeVisible()
  desk.delta('positions', [positionOf('C1042', 'BTCUSDC_PERP', '-1', '60000')])
  await expect
    .element(
      page.getByText(/The position that sizes this order has changed\. Propose the order again\./).first(),
    )
    .toBeVisible()
  // The next Enter reads the line back anew and sends nothing.
  clock.advance(500)
  await keys('{Enter}')
  await expect.element(page.getByText('Enter sends')).toBeVisible()
  expect(desk.callsOf('order.submit')).toEqual([])
})

it('two presses of one slip send nothing, however late a busy page handles the second', async () => {
  const { desk, clock } = await stage()
  await keys('/C1042 b 1 btc @62000{Enter}')
  await expect.element(page.getByText('Enter sends')).toBeVisible()
  // The page handles the press 400 ms after it was made.
  const press = new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true })
  pressAges.set(press, 400)
  clock.advance(450)
  field().element().dispatchEvent(press)
  expect(desk.callsOf('order.submit')).toEqual([])
  await expect.element(page.getByText('Enter sends')).toBeVisible()
})

it('a second Enter on a read-back that a busy page has not drawn sends nothing', async () => {
  const { desk, clock, frames } = await stage()
  frames.hold()
  await keys('/C1042 b 1 btc @62000{Enter}')
  clock.advance(900)
  await keys('{Enter}')
  expect(desk.callsOf('order.submit')).toEqual([])
  frames.draw()
  clock.advance(100)
  await keys('{Enter}')
  expect(desk.callsOf('order.submit')).toEqual([])
  clock.advance(200)
  await keys('{Enter}')
  await vi.waitFor(() => expect(desk.callsOf('order.submit')).toHaveLength(1))
})

it('reads reference and note back whole, and sends exactly what was read back', async () => {
  const { desk, clock, screen } = await stage()
  await keys('/C1042 b 1 btc @62000 ref=DESK7 note="client call"{Enter}')
  await expect
    .element(screen.getByText(/ · ref DESK7 · note “client call”, which stays on this desk/).first())
    .toBeVisible()
  await expect.element(screen.getByText('Enter sends')).toBeVisible()
  clock.advance(500)
  await keys('{Enter}')
  await vi.waitFor(() => expect(desk.callsOf('order.submit')).toHaveLength(1))
  expect(desk.callsOf('order.submit')[0]).toMatchObject({
    remarks: { reference: 'DESK7', note: 'client call' },
  })
})

it('↑ brings a sent line back without sending it, and a second sending is an intent of its own', async () => {
  const { desk, clock, screen } = await stage()
  const twice = async () => {
    await keys('{Enter}')
    await expect.element(screen.getByText('Enter sends')).toBeVisible()
    clock.advance(500)
    await keys('{Enter}')
  }
  await keys('/C1042 b 1 btc @62000')
  await twice()
  await vi.waitFor(() => expect(desk.callsOf('order.submit')).toHaveLength(1))
  clock.advance(500)
  await keys('{ArrowUp}')
  await expect
    .element(screen.getByRole('textbox', { name: 'Command line' }))
    .toHaveValue('C1042 b 1 btc @62000')
  expect(desk.callsOf('order.submit')).toHaveLength(1)
  await twice()
  await vi.waitFor(() => expect(desk.callsOf('order.submit')).toHaveLength(2))
  const intents = desk.callsOf('order.submit') as readonly { readonly intentId: string }[]
  expect(new Set(intents.map(({ intentId }) => intentId)).size).toBe(2)
})

it('sends a scale as one act on the second Enter, with the rows that it read back', async () => {
  const { desk, clock, screen } = await stage((core) =>
    core.answer('order.submitScale', () => ok({ outcome: 'taken' as const, orders: [reference('e1')] })),
  )
  await keys('/scale C1042 b 0.06 btc 61000..62000 3 rising')
  const sentence =
    /C1042 .*SCALE BUY 0\.06 BTCUSDC_PERP in 3 orders of 0\.01 to 0\.03 from 61,000\.0 to 62,000\.0 GTC ≈ 3,700 USDC/
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await keys('{Enter}')
  await expect.element(page.getByText('Enter sends')).toBeVisible()
  expect(desk.callsOf('order.submitScale')).toEqual([])
  clock.advance(500)
  await keys('{Enter}')
  await expect
    .poll(() => desk.callsOf('order.submitScale'))
    .toMatchObject([
      {
        draft: { side: 'buy', type: 'limit', amount: '0.06', timeInForce: 'GTC' },
        rows: [
          { limitPrice: '61000', amount: '0.01' },
          { limitPrice: '61500', amount: '0.02' },
          { limitPrice: '62000', amount: '0.03' },
        ],
        typed: null,
      },
    ])
  expect(desk.callsOf('order.submit')).toEqual([])
})
