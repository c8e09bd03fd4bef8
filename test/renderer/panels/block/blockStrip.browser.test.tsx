/** A block under way in the strip: its counts, its keys and what they ask first, its rows, and how it goes away. */

import { beforeEach, describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { chooseCustomer } from '../../../../renderer/state/actions/workspaceActions.ts'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import type { Order } from '../../../../shared/domain/orders/order.ts'
import type { ReferenceId } from '../../../../shared/domain/scalars.ts'
import {
  NOW,
  code,
  positionOf,
  readySession,
  reference,
  wholeReading,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { CODES, blockOf, keys, orderFor, text, underWay } from './blockWindow.ts'

beforeEach(() => page.viewport(1920, 1080))

describe('the strip', () => {
  it('counts every row once, shows an unknown order as unknown, and pauses by key', async () => {
    const { strip, desk } = await underWay(blockOf(), [
      orderFor('C1042', {
        phase: 'closed',
        status: 'filled',
        filledAmount: text('0.1'),
        filledQuote: text('6100'),
      }),
      orderFor('C2007', { phase: 'resolving' }),
    ])
    await expect.element(strip).toMatchTextContent(/requested 2 of 3/)
    await expect.element(strip).toMatchTextContent(/filled 1/)
    await expect.element(strip).toMatchTextContent(/unknown 1/)
    await expect.element(strip).toMatchTextContent(/waiting 1/)
    await expect.element(strip).toMatchTextContent(/bought 0\.100 of 0\.300 BTC/)
    await keys('p')
    expect(desk.callsOf('block.pause')).toEqual([{ blockId: 'B7k' }])
  })

  it('names the dealer who sent the block, in the strip and above its rows, and says why nobody is named', async () => {
    const { strip, desk, screen } = await underWay(blockOf({ dealer: 'J. Smith' }), [])
    await expect.element(strip).toMatchTextContent(/3 customersby J\. Smithsending/)
    await keys('{Enter}')
    const facts = screen.getByRole('group', { name: 'Execution of the block' })
    await expect.element(facts).toMatchTextContent(/Sent by J\. Smith/)
    desk.delta('blocks', [blockOf({ dealer: null })])
    await expect.element(facts).toMatchTextContent(/Sent by — not known: nobody was named/)
    desk.delta('blocks', [blockOf()])
    await expect.element(facts).toMatchTextContent(/Sent by — not known: the journal does not say who sent/)
    await keys('{Escape}')
    await expect.element(strip).toMatchTextContent(/3 customerssending/)
  })

  it('says how many orders are sent again, and why the others are not', async () => {
    const refused = (word: string) =>
      orderFor(word, { phase: 'rejected', refusal: { code: 'ORDER_REJECTED', message: 'No.' } })
    const { desk, clock, session } = await underWay(blockOf({ state: 'paused', why: 'C2007 was refused.' }), [
      refused('C1042'),
      refused('C2007'),
    ])
    const why = 'The last request of C2007 is still under way.'
    desk.answer('block.retryRows', () => ok({ taken: 1, refused: [{ customerCode: code('C2007'), why }] }))
    await keys('r')
    clock.advance(400)
    await keys('{Enter}')
    await expect
      .poll(() => session.notices.getState().log)
      .toMatchObject([{ message: '1 of 2 orders of block B7k is sent again. 1 is not.', detail: why }])
  })

  it('calls its live rows old while the lists of their open orders are not read, in the strip and above its rows', async () => {
    const resting = (word: string) => orderFor(word, { phase: 'working', status: 'open' })
    const { strip, desk, screen } = await underWay(blockOf(), CODES.slice(0, 2).map(resting))
    await expect.element(strip).toMatchTextContent(/resting 2/)
    await expect.element(strip).not.toMatchTextContent(/may have changed/)
    const reason = 'the private channel orders is down'
    desk.delta('openOrderReadings', [{ ...wholeReading('C2007'), state: 'unread', reason }])
    const line = strip.getByText('1 of 2 live rows may have changed: not read now')
    await expect.element(line).toHaveAttribute('title', `The list of C2007 is not read: ${reason}.`)
    await keys('{Enter}')
    const sheet = screen.getByRole('dialog', { name: 'Rows of block B7k' })
    await expect.element(sheet).toMatchTextContent(/1 of 2 live rows may have changed: not read now/)
    desk.delta('openOrderReadings', [wholeReading('C2007')])
    await expect.element(sheet).not.toMatchTextContent(/may have changed/)
  })

  it('asks once more before it cancels the whole block, or sends rows again', async () => {
    // Both were changed before the venue ended one of them.
    const rows = blockOf().rows.map((row, at) =>
      at === 1 ? { ...row, prices: { limitPrice: text('61500'), triggerPrice: null } } : row,
    )
    const { strip, desk, clock, screen } = await underWay(
      blockOf({ state: 'paused', why: 'C2007 was refused.', rows }),
      [
        orderFor('C1042', { phase: 'working', status: 'open' }),
        orderFor('C2007', {
          phase: 'rejected',
          amount: text('0.05'),
          refusal: { code: 'ORDER_REJECTED', message: 'No.' },
        }),
      ],
    )
    await expect.element(strip).toMatchTextContent(/PAUSED: C2007 was refused\./)
    await keys('r')
    expect(desk.callsOf('block.retryRows')).toEqual([])
    await expect
      .element(strip.getByRole('button', { name: /^Send 1 order of B7k again: 0\.050 BTC at 61,500\.0/ }))
      .toBeVisible()
    await keys('{Escape}r')
    clock.advance(400)
    await keys('{Enter}')
    await expect
      .poll(() => desk.callsOf('block.retryRows'))
      .toEqual([
        {
          blockId: 'B7k',
          customerCodes: ['C2007'],
          read: [{ customerCode: 'C2007', amount: '0.05', limitPrice: '61500', triggerPrice: null }],
        },
      ])
    await keys('{Shift>}{Delete}{/Shift}')
    clock.advance(400)
    expect(desk.callsOf('block.cancel')).toEqual([])
    // The second press of one slip opens no sheet over the strip.
    await keys('{Enter}{Enter}')
    await expect.poll(() => desk.callsOf('block.cancel')).toHaveLength(1)
    const sheet = screen.getByRole('dialog', { name: 'Rows of block B7k' })
    expect(sheet.elements()).toEqual([])
    clock.advance(400)
    await keys('{Enter}')
    await expect.element(sheet).toBeVisible()
  })

  it('offers no cancel where nothing of the block is live, unknown or still to be sent', async () => {
    const ended = (word: string) => orderFor(word, { phase: 'closed', status: 'canceled' })
    const rows = blockOf().rows.slice(0, 2)
    const { strip, desk } = await underWay(blockOf({ state: 'sent', rows }), CODES.slice(0, 2).map(ended))
    await expect.element(strip).toMatchTextContent(/nothing is live/)
    await expect.element(strip.getByRole('button', { name: /^Hide/ })).toBeVisible()
    expect(strip.getByRole('button', { name: /^Cancel block/ }).elements()).toEqual([])
    desk.delta('orders', [orderFor('C1042', { phase: 'working', status: 'open' })])
    await expect.element(strip.getByRole('button', { name: /^Cancel block/ })).toBeVisible()
  })

  it('says why a key does nothing, for as long as it does nothing', async () => {
    const { strip, desk } = await underWay(
      blockOf(),
      CODES.slice(0, 2).map((word) => orderFor(word, { phase: 'working', status: 'open' })),
    )
    await keys('r')
    await expect.element(strip).toMatchTextContent(/R sends nothing again: no row was refused/)
    await keys('x')
    await expect.element(strip).toMatchTextContent(/X hides the strip only once every row had its turn/)
    await expect.element(strip).not.toMatchTextContent(/R sends/)
    await keys('r')
    const refusal = { code: 'ORDER_REJECTED', message: 'No.' }
    desk.delta('orders', [orderFor('C1042', { phase: 'rejected', refusal })])
    await expect.element(strip.getByRole('button', { name: /^Retry 1/ })).toBeVisible()
    await expect.element(strip).not.toMatchTextContent(/R sends nothing/)
    await keys('p')
    expect(desk.callsOf('block.pause')).toEqual([{ blockId: 'B7k' }])
  })

  it('says of a cancel that goes on after a restart that it was cut off', async () => {
    const cancel = { orders: 3, done: 1, filled: 0, unverified: [] }
    const { strip, desk } = await underWay(blockOf({ state: 'stopped', cancel }), [])
    await expect.element(strip).toMatchTextContent(/canceling: 1 of 3 done/)
    await expect.element(strip).not.toMatchTextContent(/cut off/)
    desk.delta('blocks', [blockOf({ state: 'stopped', cancel: { ...cancel, isResumed: true } })])
    await expect.element(strip).toMatchTextContent(/cut off, canceling again: 1 of 3 done/)
    desk.delta('blocks', [blockOf({ state: 'stopped', cancel: { ...cancel, done: 3, filled: 1 } })])
    await expect.element(strip).toMatchTextContent(/cancel ended: 3 of 3 done, 1 filled first/)
    const unverified = [{ referenceId: 'r1' as ReferenceId, reason: 'no answer' }]
    desk.delta('blocks', [blockOf({ state: 'stopped', cancel: { ...cancel, done: 3, unverified } })])
    await expect.element(strip).toMatchTextContent(/canceling: 3 of 3 done.*not verified: treat them as live/)
  })

  const filledOrder = (word: string, amount: string) =>
    orderFor(word, {
      phase: 'closed',
      status: 'filled',
      filledAmount: text(amount),
      filledQuote: text('6100'),
    })
  const rowsSent = CODES.map((word) => ({
    customerCode: code(word),
    amount: text('0.1'),
    referenceId: reference(`x-B7k-${word}`),
    state: 'requested' as const,
    why: null,
    isRetried: false,
  }))
  const positionsOf = (sizes: Readonly<Record<string, string>>) => (desk: ScriptedCore) =>
    desk.startWith(
      'positions',
      Object.entries(sizes).map(([word, size]) => positionOf(word, 'BTCUSDC_PERP', size, '62000')),
    )

  it('counts who is flat of a block that closes positions, and whose position was not read', async () => {
    const closing = blockOf({
      state: 'sent',
      rows: rowsSent.map((row) => ({ ...row, sizedBy: text('-0.1') })),
    })
    const { strip, desk } = await underWay(
      closing,
      CODES.map((word) => filledOrder(word, '0.1')),
      (more) => {
        more.startWith('positions', [
          positionOf('C2007', 'BTCUSDC_PERP', '-0.04', '62000'),
          { ...positionOf('C3311', 'BTCUSDC_PERP', '0', '62000'), complete: false },
        ])
      },
    )
    const words = /1 of 3 flat, 1 holds a position \(C2007 -0\.040\), 1 not read \(C3311\)/
    await expect.element(strip).toMatchTextContent(words)
    desk.delta('positions', [
      positionOf('C2007', 'BTCUSDC_PERP', '0', '62000'),
      positionOf('C3311', 'BTCUSDC_PERP', '0', '62000'),
    ])
    await expect.element(strip).toMatchTextContent(/✓ 3 of 3 flat/)
  })

  it('fills in the block that closes what it filled, at most what each customer still holds', async () => {
    const { screen, desk } = await underWay(
      blockOf({ state: 'sent', rows: rowsSent }),
      CODES.map((word) => filledOrder(word, '0.1')),
      positionsOf({ C1042: '5', C2007: '0.04', C3311: '-1' }),
    )
    await keys('f')
    const sheet = screen.getByRole('dialog', { name: 'Block order' })
    await expect.element(sheet.getByRole('radio', { name: 'Sell' })).toBeChecked()
    const rows = sheet.getByRole('grid', { name: 'Customers of the block' }).getByRole('row')
    await expect.element(rows.filter({ hasText: 'C1042' })).toMatchTextContent(/0\.100/)
    await expect.element(rows.filter({ hasText: 'C2007' })).toMatchTextContent(/0\.040/)
    expect(rows.filter({ hasText: 'C3311' }).elements()).toEqual([])
    await expect
      .element(screen.getByText(/1 of the customers for whom block B7k filled .*left out/).first())
      .toBeInTheDocument()
    expect(desk.callsOf('order.submitBlock')).toEqual([])
  })

  it('leaves out who is being closed already, by a block that has not left or by an order that is live', async () => {
    const closing = blockOf({
      blockId: 'B8k',
      state: 'paused',
      why: 'Paused by Smith.',
      draft: { ...blockOf().draft, side: 'sell' },
      rows: [{ ...rowsSent[0]!, referenceId: null, state: 'waiting' }],
    })
    const { screen, desk } = await underWay(
      blockOf({ state: 'sent', rows: rowsSent }),
      [
        ...CODES.map((word) => filledOrder(word, '0.1')),
        orderFor('C2007', { referenceId: reference('by-hand'), side: 'sell', limitPrice: text('70000') }),
      ],
      positionsOf({ C1042: '5', C2007: '5', C3311: '5' }),
    )
    desk.delta('blocks', [closing])
    await expect.element(screen.getByRole('region', { name: 'Block B8k' })).toBeVisible()
    await keys('f')
    const sheet = screen.getByRole('dialog', { name: 'Block order' })
    const rows = sheet.getByRole('grid', { name: 'Customers of the block' }).getByRole('row')
    await expect.element(rows.filter({ hasText: 'C3311' })).toMatchTextContent(/0\.100/)
    expect(rows.filter({ hasText: /C1042|C2007/ }).elements()).toEqual([])
    await expect.element(screen.getByText(/2 of the customers .*left out/).first()).toBeInTheDocument()
  })

  it('offers no closing while an order of it may still fill, and no price without an order that rests', async () => {
    const { strip } = await underWay(blockOf({ state: 'sent', rows: rowsSent }), [
      filledOrder('C1042', '0.1'),
      orderFor('C2007', { phase: 'resolving' }),
      filledOrder('C3311', '0.1'),
    ])
    await expect.element(strip).toMatchTextContent(/unknown 1/)
    expect(strip.getByRole('button', { name: /Close what/ }).elements()).toEqual([])
    expect(strip.getByRole('button', { name: /Price/ }).elements()).toEqual([])
  })

  it('says of a new price that a second dealer must approve it, for the orders that it would move', async () => {
    const sentence = 'This change will wait for a second dealer.'
    const { screen, strip, desk } = await underWay(
      blockOf({ state: 'sent', rows: rowsSent }),
      [orderFor('C1042', {}), orderFor('C2007', {}), filledOrder('C3311', '0.1')],
      (core) => core.answer('approval.foretell', () => ok({ sentence })),
    )
    await expect.element(strip).toBeVisible()
    await keys('m')
    const form = screen.getByRole('form', { name: 'Change the limit price of the block' })
    await expect.element(form.getByLabelText('Limit price')).toBeVisible()
    await expect.element(form.getByText(sentence)).not.toBeInTheDocument()
    await form.getByLabelText('Limit price').fill('61990')
    await expect.element(form.getByText(sentence)).toBeVisible()
    expect(desk.callsOf('approval.foretell').at(-1)).toEqual({
      act: {
        kind: 'blockAmend',
        blockId: 'B7k',
        limitPrice: '61990',
        orders: [
          { customerCode: 'C1042', referenceId: 'x-B7k-C1042' },
          { customerCode: 'C2007', referenceId: 'x-B7k-C2007' },
        ],
      },
    })
  })

  it('moves only orders that rest, says who is left out, and shows how far the change got', async () => {
    const block = blockOf({ state: 'sent', rows: rowsSent })
    const { screen, strip, desk, clock } = await underWay(block, [
      orderFor('C1042', {}),
      orderFor('C2007', { limitPrice: text('61950') }),
      orderFor('C3311', { phase: 'resolving' }),
    ])
    await expect.element(strip).toMatchTextContent(/rests at 2 prices now/)
    await keys('m')
    const sheet = screen.getByRole('dialog', { name: 'New limit price of block B7k' })
    await expect
      .element(sheet)
      .toMatchTextContent(/1 order of the block has an unknown status and is left out/)
    await sheet.getByLabelText('Limit price').fill('61990')
    await keys('{Control>}{Enter}{/Control}')
    await expect
      .element(screen.getByRole('group', { name: 'Review' }))
      .toMatchTextContent(/2 customers of block B7k/)
    clock.advance(400)
    await keys('2{Enter}')
    await expect
      .poll(() => desk.callsOf('block.amend'))
      .toEqual([
        {
          blockId: 'B7k',
          limitPrice: '61990',
          orders: [
            { customerCode: 'C1042', referenceId: 'x-B7k-C1042' },
            { customerCode: 'C2007', referenceId: 'x-B7k-C2007' },
          ],
        },
      ])
    desk.delta('blocks', [
      {
        ...block,
        amend: {
          limitPrice: text('61990'),
          orders: 2,
          waiting: 0,
          moved: 1,
          over: 0,
          failed: [{ customerCode: code('C2007'), why: 'Too far.' }],
        },
      },
    ])
    await expect.element(strip).toMatchTextContent(/1 of 2 at 61,990\.0, 1 not amended/)
  })

  it('offers to stop the changes that wait or may not have left, and counts those that wait', async () => {
    const block = blockOf({ state: 'sent', rows: rowsSent })
    const amend = { limitPrice: text('61990'), orders: 3, waiting: 2, moved: 1, over: 0, failed: [] }
    const { strip, desk } = await underWay({ ...block, amend }, [
      orderFor('C1042', {}),
      orderFor('C2007', {}),
      orderFor('C3311', {}),
    ])
    await expect.element(strip).toMatchTextContent(/1 of 3 at 61,990\.0, 2 wait for their turn/)
    await expect.element(strip.getByRole('button', { name: /^Stop 2 changes/ })).toBeVisible()
    await keys('s')
    await expect.poll(() => desk.callsOf('block.stop')).toEqual([{ blockId: 'B7k' }])
    desk.delta('blocks', [{ ...block, amend: { ...amend, waiting: 1, moved: 2 } }])
    await expect.element(strip).toMatchTextContent(/2 of 3 at 61,990\.0, 1 waits for its turn/)
    await expect.element(strip.getByRole('button', { name: /^Stop 1 change/ })).toBeVisible()
    // The last one had its turn, and may wait for the disk.
    desk.delta('blocks', [{ ...block, amend: { ...amend, waiting: 0, moved: 2 } }])
    await expect.element(strip.getByRole('button', { name: /^Stop what has not left/ })).toBeVisible()
    const failed = [{ customerCode: code('C3311'), why: 'Stopped.' }]
    desk.delta('blocks', [{ ...block, amend: { ...amend, waiting: 0, moved: 2, failed } }])
    await expect.element(strip).toMatchTextContent(/2 of 3 at 61,990\.0, 1 not amended/)
    expect(strip.getByRole('button', { name: /^Stop/ }).elements()).toEqual([])
  })

  it('moves the trigger of stops, and says before the review which order cannot be moved and why', async () => {
    const first = blockOf({ state: 'sent', rows: rowsSent })
    const draft = { ...first.draft, type: 'stop_loss_limit' as const, triggerPrice: text('65000') }
    const block = { ...first, draft: { ...draft, limitPrice: text('65100') } }
    const stop = (word: string, status: string) =>
      orderFor(word, {
        type: 'stop_loss_limit',
        triggerPrice: text('65000'),
        limitPrice: text('65100'),
        phase: 'working',
        status,
      })
    const { screen, strip, desk, clock } = await underWay(block, [
      stop('C1042', 'untriggered'),
      stop('C2007', 'untriggered'),
      stop('C3311', 'open'),
    ])
    await expect.element(strip).toMatchTextContent(/resting 3/)
    await keys('m')
    const sheet = screen.getByRole('dialog', { name: 'New prices of block B7k' })
    await expect
      .element(sheet)
      .toMatchTextContent(/A new trigger price leaves out 1 order\. C3311: it may have triggered/)
    await sheet.getByLabelText('Trigger price').fill('65050')
    await keys('{Control>}{Enter}{/Control}')
    const review = screen.getByRole('group', { name: 'Review' })
    await expect
      .element(review)
      .toMatchTextContent(/trigger 65,000\.0 → 65,050\.0 · 2 customers of block B7k/)
    await expect
      .element(review)
      .toMatchTextContent(/1 order is left out, at the old prices\. C3311: it may have triggered/)
    clock.advance(400)
    await keys('2{Enter}')
    await expect
      .poll(() => desk.callsOf('block.amend'))
      .toEqual([
        {
          blockId: 'B7k',
          limitPrice: null,
          triggerPrice: '65050',
          orders: [
            { customerCode: 'C1042', referenceId: 'x-B7k-C1042' },
            { customerCode: 'C2007', referenceId: 'x-B7k-C2007' },
          ],
        },
      ])
    const amend = {
      limitPrice: null,
      triggerPrice: text('65050'),
      orders: 2,
      waiting: 0,
      moved: 1,
      over: 0,
      failed: [],
    }
    desk.delta('blocks', [{ ...block, amend }])
    await expect.element(strip).toMatchTextContent(/1 of 2 at trigger 65,050\.0/)
  })

  it('changes the amount of the whole: shows each customer before and after as the core splits it, and sends that', async () => {
    const block = blockOf({ state: 'sent', rows: rowsSent })
    const row = (word: string, more: object) => ({
      customerCode: code(word),
      referenceId: reference(`x-B7k-${word}`),
      filled: text('0'),
      from: text('0.1'),
      to: text('0.1'),
      why: null,
      ...more,
    })
    const { screen, strip, desk, clock } = await underWay(
      block,
      [orderFor('C1042', {}), orderFor('C2007', {}), filledOrder('C3311', '0.1')],
      (core) =>
        core.answer('block.splitAnew', ({ total }) =>
          total === '0.5'
            ? ok({
                sentence: null,
                from: text('0.3'),
                rows: [
                  row('C1042', { to: text('0.2') }),
                  row('C2007', { to: text('0.2') }),
                  row('C3311', { filled: text('0.1'), why: 'it is filled' }),
                ],
              })
            : ok({ sentence: `Amount: ${total} is too little.`, from: text('0.3'), rows: [] }),
        ),
    )
    await expect.element(strip).toMatchTextContent(/resting 2/)
    await keys('a')
    const sheet = screen.getByRole('dialog', { name: 'New amount of block B7k' })
    const amount = sheet.getByLabelText('Amount of the block, contracts')
    await expect.element(amount).toHaveFocus()
    await expect.element(sheet).toMatchTextContent(/0\.300 →/)
    await amount.fill('0.01')
    await expect.element(sheet).toMatchTextContent(/Amount: 0\.01 is too little\./)
    await amount.fill('+0.2')
    const table = sheet.getByRole('table', { name: 'Each customer before and after' })
    await expect.element(table.getByRole('row', { name: /C1042/ })).toMatchTextContent(/0\.1000\.200\+0\.100/)
    await expect.element(table.getByRole('row', { name: /C3311/ })).toMatchTextContent(/staysit is filled/)
    await expect.element(table.getByRole('row', { name: /Block/ })).toMatchTextContent(/0\.3000\.500/)
    await keys('{Control>}{Enter}{/Control}')
    const review = screen.getByRole('group', { name: 'Review' })
    await expect.element(review).toMatchTextContent(/amount 0\.3 → 0\.5 in all · 2 customers of block B7k/)
    await expect
      .element(review)
      .toMatchTextContent(/1 customer keeps the present amount\. C3311: it is filled\./)
    clock.advance(400)
    await keys('2{Enter}')
    await expect
      .poll(() => desk.callsOf('block.amend'))
      .toEqual([
        {
          blockId: 'B7k',
          limitPrice: null,
          total: '0.5',
          orders: [
            { customerCode: 'C1042', referenceId: 'x-B7k-C1042', amount: '0.2' },
            { customerCode: 'C2007', referenceId: 'x-B7k-C2007', amount: '0.2' },
          ],
        },
      ])
    const amend = {
      limitPrice: null,
      total: text('0.5'),
      orders: 2,
      waiting: 0,
      moved: 1,
      over: 0,
      failed: [],
    }
    desk.delta('blocks', [{ ...block, amend }])
    await expect.element(strip).toMatchTextContent(/1 of 2 at new amounts, 0\.500 asked for/)
    desk.delta('blocks', [{ ...block, amend: { ...amend, moved: 2 } }])
    await expect.element(strip).toMatchTextContent(/2 of 2 at new amounts, 0\.500 in all/)
  })

  it('goes away once the block is closed', async () => {
    const block = blockOf({ state: 'sent' })
    const { strip, desk } = await underWay(block, [])
    await keys('x')
    expect(desk.callsOf('block.close')).toEqual([{ blockId: 'B7k' }])
    desk.delta('blocks', [{ ...block, state: 'closed' }])
    await expect.poll(() => strip.elements()).toEqual([])
  })

  it('opens the rows, with fills, averages and deviations, by Enter', async () => {
    const { screen } = await underWay(blockOf(), [
      orderFor('C1042', {
        phase: 'closed',
        status: 'filled',
        filledAmount: text('0.1'),
        filledQuote: text('6100'),
      }),
      orderFor('C2007', {
        phase: 'closed',
        status: 'filled',
        filledAmount: text('0.1'),
        filledQuote: text('6100.1'),
      }),
    ])
    await keys('{Enter}')
    const rows = screen.getByRole('grid', { name: 'Rows of block B7k' })
    await expect.element(rows).toMatchTextContent(/61,000\.000/)
    await expect.element(rows).toMatchTextContent(/-0\.500/)
    await expect.element(rows).toMatchTextContent(/\+0\.500/)
    await expect.element(rows).toMatchTextContent(/· waiting/)
  })

  it('marks the customer of the window among its rows', async () => {
    const { screen, session } = await underWay(blockOf(), [])
    chooseCustomer(session.workspace, code('C3311'))
    await keys('{Enter}')
    const rows = screen.getByRole('grid', { name: 'Rows of block B7k' })
    await expect.element(rows).toBeVisible()
    const marked = () =>
      rows
        .getByTitle('customer of this window')
        .elements()
        .map(({ textContent }) => textContent)
    await expect.poll(marked).toEqual(['C3311'])
  })

  it('drops its question, and sends nothing, once the block has changed', async () => {
    const { desk, strip, clock } = await underWay(blockOf({ state: 'paused', why: 'C2007 was refused.' }), [
      orderFor('C2007', { phase: 'rejected', refusal: { code: 'ORDER_REJECTED', message: 'No.' } }),
    ])
    await keys('r')
    await expect.element(strip.getByRole('button', { name: /^Send 1 order of B7k again/ })).toBeVisible()
    // Another window cancels the block meanwhile.
    desk.delta('blocks', [
      {
        ...blockOf({ state: 'stopped', why: 'Canceled by the other.' }),
        cancel: { orders: 1, done: 1, filled: 0, unverified: [] },
      },
    ])
    await expect.element(strip).toMatchTextContent(/The block changed after the question: nothing was done\./)
    clock.advance(400)
    await keys('{Enter}')
    await expect.element(strip).not.toMatchTextContent(/The block changed/)
    expect(desk.calls.filter(({ name }) => name.startsWith('block.'))).toEqual([])
  })

  it('keeps the question of a cancel while orders of the block fill', async () => {
    const { desk, strip, clock } = await underWay(blockOf(), [
      orderFor('C1042', { phase: 'working', status: 'open' }),
    ])
    await keys('{Shift>}{Delete}{/Shift}')
    await expect.element(strip.getByRole('button', { name: /^Cancel the whole block B7k/ })).toBeVisible()
    desk.delta('blocks', [blockOf({ state: 'sent' })])
    await expect.element(strip).toMatchTextContent(/every row had its turn/)
    clock.advance(400)
    await keys('{Enter}')
    await expect.poll(() => desk.callsOf('block.cancel')).toEqual([{ blockId: 'B7k' }])
  })

  it('does not answer its own question with the second click of a double click', async () => {
    const { desk, strip, clock } = await underWay(blockOf({ state: 'paused', why: 'x' }), [])
    await strip.getByRole('button', { name: /^Resume/ }).click()
    const answer = strip.getByRole('button', { name: /^Send the 1 order of B7k that wait/ })
    await expect.element(answer).toBeVisible()
    clock.advance(200)
    const second = { bubbles: true, detail: 2 }
    for (const type of ['pointerdown', 'pointerup', 'click'])
      answer
        .element()
        .dispatchEvent(type === 'click' ? new MouseEvent(type, second) : new PointerEvent(type, second))
    await expect.element(answer).toBeVisible()
    expect(desk.callsOf('block.resume')).toEqual([])
    await answer.click()
    await expect.poll(() => desk.callsOf('block.resume')).toHaveLength(1)
  })

  it('offers no resume where no row waits', async () => {
    const { strip } = await underWay(
      blockOf({
        state: 'paused',
        why: 'C3311: refused.',
        rows: blockOf().rows.map((row) => ({
          ...row,
          referenceId: reference(`x-B7k-${row.customerCode}`),
          state: 'requested' as const,
        })),
      }),
      CODES.map((word) => orderFor(word, { phase: 'working', status: 'open' })),
    )
    await expect.element(strip).toMatchTextContent(/PAUSED: C3311: refused\. No row waits\./)
    expect(strip.getByRole('button', { name: /^Resume/ }).elements()).toEqual([])
  })

  it('says why the orders of unknown fate could not be looked up', async () => {
    const { desk, screen } = await underWay(blockOf(), [orderFor('C1042', { phase: 'resolving' })])
    desk.answer('order.lookUp', () => fail(failureOf('refused', 'The venue did not answer the look-up.')))
    await keys('l')
    await expect.element(screen.getByText(/The venue did not answer the look-up\./).first()).toBeVisible()
  })

  it('says once of all rows that the venue does not know their orders, and that they stay unknown', async () => {
    const { desk, screen, session } = await underWay(
      blockOf({ state: 'sent', rows: rowsSent }),
      CODES.map((word) => orderFor(word, { phase: 'resolving' })),
    )
    desk.answer('order.lookUp', () =>
      fail(failureOf('rejected-by-venue', 'The venue does not know this order.', { code: 'NOT_FOUND' })),
    )
    await keys('l')
    const words =
      'The venue says that it does not have 3 orders of block B7k. That does not prove that the orders are dead. Do not send them again. Openpit keeps asking. If an order becomes unresolved, you decide.'
    await expect.element(screen.getByText(words).first()).toBeVisible()
    expect(session.notices.getState().log).toMatchObject([
      { level: 'warning', message: words, detail: 'LOOK UP C1042, C2007, C3311 of block B7k' },
    ])
  })

  it.each([
    ['a', 'amount'],
    ['m', 'limit price'],
  ])('on a venue without amend the answer to %s names the key of the strip', async (key, name) => {
    const { screen, desk } = await underWay(
      blockOf({ state: 'sent', rows: rowsSent }),
      CODES.map((word) => orderFor(word, {})),
      (core) =>
        core.startWith('session', {
          ...readySession,
          venues: readySession.venues.map((venue) => ({ ...venue, amend: false })),
        }),
    )
    await keys(key)
    const sheet = screen.getByRole('dialog', { name: `New ${name} of block B7k` })
    await expect
      .element(sheet)
      .toMatchTextContent(
        /This venue does not change orders\. Cancel the block, wait until each order shows as canceled, then send a new block for the rest\./,
      )
    expect(desk.callsOf('block.amend')).toEqual([])
  })

  it('of the newest block under way has the keys first, and its question names the block', async () => {
    const { desk, screen, clock } = await underWay(blockOf(), [])
    desk.delta('blocks', [blockOf({ blockId: 'B1a', createdAt: NOW - 1_000, state: 'sent' })])
    const old = screen.getByRole('region', { name: 'Block B1a' })
    await expect.element(old).toBeVisible()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    await keys('{Control>}{F9}{/Control}{Shift>}{Delete}{/Shift}')
    clock.advance(400)
    await keys('{Enter}')
    await expect.poll(() => desk.callsOf('block.cancel')).toEqual([{ blockId: 'B7k' }])
    await keys('{Control>}{F9}{/Control}')
    await expect.element(old).toHaveFocus()
  })

  it('can be paused and stopped, and not put away, while rows wait to be sent once more', async () => {
    const { desk, strip } = await underWay(
      blockOf({
        state: 'sent',
        rows: blockOf().rows.map((row) => ({
          ...row,
          state: 'not-sent' as const,
          why: 'x',
          isRetried: true,
        })),
      }),
      [],
    )
    await expect.element(strip).toMatchTextContent(/sending again/)
    expect(strip.getByRole('button', { name: /^Hide/ }).elements()).toEqual([])
    await keys('p')
    await expect.poll(() => desk.callsOf('block.pause')).toEqual([{ blockId: 'B7k' }])
    await keys('s')
    await expect.poll(() => desk.callsOf('block.stop')).toEqual([{ blockId: 'B7k' }])
  })

  it('shows slippage against each arrival, times of fills and the share of the volume, and saves them as CSV', async () => {
    const executed = (mid: string | null, lastFillAt: number): Partial<Order> => ({
      phase: 'closed',
      status: 'filled',
      filledAmount: text('0.1'),
      filledQuote: text('6100'),
      execution: {
        arrival: mid === null ? { mid, why: 'the book was 7 s old' } : { mid: text(mid), why: null },
        sentAt: NOW,
        firstFillAt: NOW + 84,
        lastFillAt,
      },
    })
    const { screen, desk } = await underWay(blockOf(), [
      orderFor('C1042', executed('60939', NOW + 1_500)),
      orderFor('C2007', executed('61061', NOW + 2_410)),
    ])
    const price = text('61000')
    const openTime = Math.floor(NOW / 1_000) * 1_000
    desk.answer('candles.read', () =>
      ok({
        candles: [{ openTime, open: price, high: price, low: price, close: price, volume: text('2') }],
        gaps: [],
        more: false,
      }),
    )
    await keys('{Enter}')
    const rows = screen.getByRole('grid', { name: 'Rows of block B7k' })
    await expect
      .element(rows.getByRole('row', { name: /C1042/ }))
      .toMatchTextContent(/\+10\.01.*84 ms \/ 1\.50 s/)
    await expect.element(rows.getByRole('row', { name: /C2007/ })).toMatchTextContent(/-9\.99/)
    // On a window of 1366 px, too.
    await page.viewport(1366, 768)
    const state = rows.getByRole('columnheader', { name: 'State' }).element().getBoundingClientRect()
    expect(state.right).toBeLessThanOrEqual(rows.element().getBoundingClientRect().right)
    const whole = screen.getByRole('group', { name: 'Execution of the block' })
    await expect
      .element(whole)
      .toMatchTextContent(
        /Arrival 61,000\.000.*0\.00 bps.*First fill after 84 ms.*Last fill after 2\.41 s.*volume 10\.0 %/,
      )
    desk.delta('orders', [orderFor('C2007', executed(null, NOW + 2_410))])
    await expect
      .element(whole)
      .toMatchTextContent(/— bps not known: the arrival of 1 of 2 filled orders is not known/)
    await expect.element(rows.getByRole('row', { name: /C1042/ })).toMatchTextContent(/\+10\.01/)
  })
})
