import { describe, expect, it } from 'vitest'
import { templateOf, templateWords } from '../../../../renderer/state/ticket/templateForm.ts'
import { changeTicket, emptyTicket, type TicketForm } from '../../../../renderer/state/ticket/ticketForm.ts'
import {
  changeDealerSettings,
  readDealerSettings,
} from '../../../../shared/domain/settings/dealerSettings.ts'
import {
  instrumentTemplates,
  withTemplate,
  withoutTemplate,
  type TicketTemplate,
} from '../../../../shared/domain/settings/ticketTemplates.ts'

const BTC = 'BTCUSDC_PERP'
const form = (more: Partial<TicketForm>): TicketForm => ({
  ...emptyTicket,
  customerCode: 'C1042',
  symbol: BTC,
  side: 'buy',
  ...more,
})
const apply = (on: TicketForm, template: TicketTemplate): TicketForm =>
  changeTicket(on, { kind: 'template', template, said: '' })

describe('a template of the ticket', () => {
  it.each([
    ['contracts', { amount: '2.5k', leverage: '5x', timeInForce: 'GTC' }, 'limit, 2500 contracts, GTC, 5×'],
    ['cash', { type: 'market', cashAmount: '25k' }, 'market, 25000 USDC'],
    [
      'a rule, not its amount',
      { sizeBasis: 'free', sizeValue: '25 %', amount: '0.4' },
      'limit, 25 % of free',
    ],
    ['a type alone', { type: 'stop_loss_limit' }, 'stop loss limit'],
  ] as const)('keeps %s', (_name, more, words) => {
    const template = templateOf(form(more), 'Scalp')
    expect(templateWords(template)).toBe(words)
    expect(instrumentTemplates.parse([template])).toEqual([template])
  })

  it('puts its size and terms on a ticket, and leaves customer, side and price', () => {
    const template = templateOf(form({ amount: '0.5', leverage: '5', timeInForce: 'IOC' }), 'Scalp')
    const on = form({ customerCode: 'C2007', side: 'sell', cashAmount: '1000', limitPrice: '62000' })
    expect(apply(on, template)).toEqual({
      ...on,
      amount: '0.5',
      cashAmount: '',
      timeInForce: 'IOC',
      leverage: '5',
    })
    // A market order has no limit: the price goes with the type.
    expect(apply(on, { ...template, type: 'market' })).toMatchObject({ type: 'market', limitPrice: '' })
    expect(apply(on, templateOf(form({ sizeBasis: 'risk', sizeValue: '500' }), 'R'))).toMatchObject({
      amount: '',
      cashAmount: '',
      sizeBasis: 'risk',
      sizeValue: '500',
      leverage: '',
    })
  })

  it('replaces the one of its name, and a tenth one or a bad name says what to do', () => {
    const one = templateOf(form({ amount: '1' }), 'A')
    const kept = withTemplate([one], { ...one, size: '2' as never })
    expect(kept).toEqual({ list: [{ ...one, size: '2' }] })
    const nine = Array.from({ length: 9 }, (_, n) => ({ ...one, name: `T${n}` }))
    expect(withTemplate(nine, one)).toMatchObject({
      sentence: expect.stringMatching(/has 9 templates already\. Give the name/),
    })
    expect(withTemplate(nine, { ...one, name: 'T3' })).toHaveProperty('list.length', 9)
    expect(withTemplate([], { ...one, name: '' })).toEqual({
      sentence: 'The name must have 1 to 20 characters, none of them a space at an end.',
    })
    expect(withTemplate([], { ...one, size: '0' as never })).toMatchObject({
      sentence: expect.stringMatching(/^The ticket must be/),
    })
    expect(withoutTemplate([one], 'A')).toEqual([])
  })
})

describe('templates in the settings', () => {
  const stored = (templates: unknown) =>
    JSON.stringify({ version: 1, values: { 'ticket.templates': templates }, keys: {} })
  const read = (templates: unknown) => readDealerSettings(stored(templates))

  it('of an older release have the usual value of each newer field', () => {
    expect(read({ [BTC]: [{ name: 'Old', type: 'market' }] }).values['ticket.templates']).toEqual({
      [BTC]: [
        { name: 'Old', type: 'market', sizeIn: 'amount', size: null, timeInForce: null, leverage: null },
      ],
    })
  })

  it.each([
    ['no list', { [BTC]: 'x' }],
    ['a type that nobody knows', { [BTC]: [{ name: 'A', type: 'iceberg' }] }],
    ['a size of nothing', { [BTC]: [{ name: 'A', type: 'limit', size: '0' }] }],
    ['a leverage that the venue refuses', { [BTC]: [{ name: 'A', type: 'limit', leverage: 11 }] }],
    [
      'a name twice',
      {
        [BTC]: [
          { name: 'A', type: 'limit' },
          { name: 'A', type: 'market' },
        ],
      },
    ],
  ])('that are damaged are left out and said: %s', (_name, damaged) => {
    const { values, leftOut } = read(damaged)
    expect(values['ticket.templates']).toEqual({})
    expect(leftOut).toEqual([
      'Ticket templates is left out: its value does not fit. The usual one is in force.',
    ])
  })

  it('change one instrument at a time, and null removes its list', () => {
    const list = [templateOf(form({ amount: '1' }), 'A')]
    const set = (text: string | undefined, symbol: string, value: typeof list | null) => {
      const changed = changeDealerSettings(text, {
        values: { 'ticket.templates': { [symbol]: value } },
        keys: {},
        typed: '',
      })
      if (!changed.ok) throw new Error(changed.failure)
      return changed.value
    }
    const both = set(set(undefined, BTC, list), 'ETHUSDC_PERP', list)
    expect(Object.keys(readDealerSettings(both).values['ticket.templates'])).toEqual([BTC, 'ETHUSDC_PERP'])
    const one = set(both, BTC, null)
    expect(Object.keys(readDealerSettings(one).values['ticket.templates'])).toEqual(['ETHUSDC_PERP'])
  })
})
