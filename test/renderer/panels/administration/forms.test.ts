import { describe, expect, it } from 'vitest'
import {
  pendingWords,
  readAsset,
  transferEffect,
} from '../../../../renderer/panels/customers/transferForm.ts'
import {
  emptyFeeForm,
  feeSentence,
  feeWords,
  notTaken,
  readFeeForm,
} from '../../../../renderer/panels/administration/fees/feeForm.ts'
import {
  filterRequest,
  isFiltered,
} from '../../../../renderer/panels/administration/instruments/instrumentFilter.ts'
import { fieldText, readScope } from '../../../../renderer/panels/administration/limits/limitForm.ts'
import {
  leverageChoices,
  marginRows,
  notionalAt,
} from '../../../../renderer/panels/administration/margin/marginTable.ts'
import {
  PROFILE_FIELDS,
  blankProfile,
  formOfProfile,
  readProfileForm,
  readProfileText,
} from '../../../../renderer/panels/administration/venue/profileForm.ts'
import {
  emptyWebhookForm,
  readWebhookForm,
} from '../../../../renderer/panels/administration/webhooks/webhookForm.ts'
import { readSigningKey } from '../../../../renderer/workspace/signin/signingKey.ts'
import { decimal } from '../../../../shared/base/decimal.ts'
import type { TransferKind } from '../../../../shared/domain/accounts/ledger.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { venueProfile } from '../../../../shared/broker/venueProfile.ts'
import { instrumentOf, ledgerRowOf, sym } from '../../../fakes/window/scriptedCore.ts'

const text = (value: string) => decimalText.parse(value)

describe('fees', () => {
  const items = ['BTC', 'ETH', 'SOL'].map((word) => ({
    symbol: sym(`${word}USDC_PERP`),
    makerFee: text('-0.5'),
    takerFee: text('4'),
  }))
  const form = { ...emptyFeeForm, symbol: 'BTCUSDC_PERP', makerFee: '-0.5', takerFee: '2' }

  it.each([
    ['2', '2 bps = 0.02 %'],
    ['-0.5', '-0.5 bps = -0.005 % rebate'],
    ['0', '0 bps = 0 %'],
    [null, '—'],
  ])('%s reads %s', (bps, words) => expect(feeWords(bps)).toBe(words))

  it('a write for one instrument shows before → after of that instrument alone', () => {
    const { changes, write, problems } = readFeeForm(form, items)
    expect(problems).toEqual({})
    expect(changes).toMatchObject([{ symbol: 'BTCUSDC_PERP', before: { takerFee: '4' }, takerFee: '2' }])
    expect(write).toEqual({ symbol: 'BTCUSDC_PERP', makerFee: '-0.5', takerFee: '2' })
  })

  it('a change of every instrument is one write', () => {
    const reading = readFeeForm({ ...form, scope: 'all' }, items)
    expect(reading.write).toEqual({ symbol: null, makerFee: '-0.5', takerFee: '2' })
    expect(reading.changes).toHaveLength(3)
    expect(feeSentence('C1042', reading.write!, 3)).toBe(
      'C1042 · SET FEES of every instrument (3) to maker -0.5 bps = -0.005 % rebate, taker 2 bps = 0.02 %',
    )
  })

  it.each([
    ['no maker fee', { makerFee: '' }, 'makerFee', 'Maker fee: type the fee in bps; 0 for none.'],
    ['a word', { takerFee: 'two' }, 'takerFee', 'Taker fee: "two" is not a number.'],
    ['no instrument', { symbol: '' }, 'symbol', 'Choose an instrument in the table.'],
  ] as const)('%s is one sentence and nothing to send', (_name, more, field, sentence) => {
    const reading = readFeeForm({ ...form, ...more }, items)
    expect(reading.problems[field]).toBe(sentence)
    expect(reading.write).toBeNull()
  })

  it('unchanged fees give nothing to send; fees that the venue did not take are named', () => {
    expect(readFeeForm({ ...form, takerFee: '4' }, items)).toMatchObject({
      changes: [],
      write: null,
    })
    const { changes } = readFeeForm(form, items)
    expect(notTaken(changes, items).map((feeChange) => feeChange.symbol)).toEqual(['BTCUSDC_PERP'])
    expect(notTaken(changes, [{ ...items[0]!, takerFee: text('2') }])).toEqual([])
  })
})

describe('margin', () => {
  const profile = {
    initialMargin: text('8'),
    maintenanceMargin: text('4'),
    maxLeverage: text('13'),
    instrumentMargins: [{ symbol: sym('BTCUSDC_PERP'), leverage: text('5'), initialMargin: text('20') }],
  }

  it('each instrument shows its own margin, else the default, and from where', () => {
    const rows = marginRows(profile, [
      instrumentOf('BTC', '0.5', '0.001'),
      instrumentOf('ETH', '0.01', '0.01'),
    ])
    expect(rows).toMatchObject([
      { symbol: 'BTCUSDC_PERP', leverage: '5', initialMargin: '20', source: 'customer' },
      { symbol: 'ETHUSDC_PERP', leverage: null, initialMargin: '8', source: 'profile' },
    ])
    expect(
      marginRows({ ...profile, initialMargin: null }, [instrumentOf('ETH', '0.01', '0.01')])[0],
    ).toMatchObject({
      initialMargin: '10',
      source: 'instrument',
    })
    expect(marginRows(profile, [])[0]).toMatchObject({ symbol: 'BTCUSDC_PERP' })
  })

  it('previews every leverage the venue takes, 1 to 13 without 11', () => {
    const notional = notionalAt(text('-0.5'), text('62000'))
    const choices = leverageChoices(profile, text('5'), notional)
    expect(choices.map((choice) => choice.leverage)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13])
    expect(choices.find((choice) => choice.stands)).toEqual({
      leverage: 5,
      initialMargin: decimal('20'),
      bound: decimal('6200'),
      stands: true,
    })
    expect(choices.find((choice) => choice.leverage === 3)?.initialMargin).toBe(decimal('34'))
    expect(leverageChoices({ ...profile, maxLeverage: text('3') }, null, null)).toHaveLength(3)
  })
})

describe('webhooks', () => {
  const form = { ...emptyWebhookForm, url: ' https://example.com/hook ' }

  it('a registration takes all events, or the chosen and typed events', () => {
    expect(readWebhookForm(form).registration).toEqual({
      url: 'https://example.com/hook',
      includeAllEvents: true,
      eventTypes: [],
    })
    expect(
      readWebhookForm({
        ...form,
        events: 'listed',
        chosen: ['entitlementCompleted'],
        more: 'newOne, entitlementCompleted',
      }).registration,
    ).toMatchObject({ includeAllEvents: false, eventTypes: ['entitlementCompleted', 'newOne'] })
  })

  it.each([
    ['http', { url: 'http://example.com' }, 'must start with https://'],
    ['no address', { url: 'example' }, 'Type an address'],
    ['no event', { events: 'listed' as const }, 'at least one event type'],
    ['a strange event', { events: 'listed' as const, more: 'a/b' }, 'is not the name of an event type'],
  ])('%s is one sentence', (_name, more, sentence) => {
    const { problems, registration } = readWebhookForm({ ...form, ...more })
    expect(registration).toBeNull()
    expect(Object.values(problems).join()).toContain(sentence)
  })
})

describe('venue profile', () => {
  it('has a field for every field of the schema and keeps every value', () => {
    const profile = blankProfile()
    const back = readProfileForm(formOfProfile(profile))
    expect(back.problems).toEqual({})
    expect(JSON.parse(back.profile ?? 'null')).toEqual(profile)
    const paths = new Set(PROFILE_FIELDS.map((profileField) => profileField.path.split('.')[0]))
    expect(Object.keys(venueProfile.shape).filter((word) => !word.startsWith('$'))).toEqual([...paths])
  })

  it('lists, flags and numbers are read as they are typed', () => {
    const form = {
      ...formOfProfile(blankProfile()),
      'directions.in': 'in, received',
      'paging.limit': '',
      'capabilities.amend': true,
    }
    expect(JSON.parse(readProfileForm(form).profile ?? 'null')).toMatchObject({
      directions: { in: ['in', 'received'] },
      paging: { limit: null },
      capabilities: { amend: true },
    })
  })

  it.each([
    ['paths.login', 'login', 'must be a path'],
    ['headers.nonce', 'X Nonce', 'must be an HTTP header name'],
    ['restUrl', 'ftp://x', 'must be a URL'],
    ['restUrl', 'https://dealer:secret@broker.example', 'do not type a username or password here'],
    ['paging.limit', 'many', 'whole number'],
    ['name', '', 'name'],
  ])('%s = %j is named with its fault', (path, value, sentence) => {
    const reading = readProfileForm({ ...formOfProfile(blankProfile()), [path]: value })
    expect(reading.profile).toBeNull()
    expect(reading.problems[path]).toContain(sentence)
  })

  it('JSON is checked while it is typed, and an unknown field is named', () => {
    expect(readProfileText('{').problems['']).toContain('Not JSON yet')
    const odd = JSON.stringify({ ...blankProfile(), password: 'x' })
    expect(Object.values(readProfileText(odd).problems).join()).toContain(
      'password: no field of a venue profile',
    )
    expect(readProfileText(JSON.stringify(blankProfile())).problems).toEqual({})
  })
})

describe('instrument filters', () => {
  it('go to the venue as typed, without blanks; empty filters are not sent', () => {
    const typed = { symbol: ' BTC* | ETH* |', underlying: ' ', quoteCurrency: 'usdc', status: '' }
    expect(filterRequest(typed)).toEqual({
      symbol: 'BTC*|ETH*',
      underlying: null,
      quoteCurrency: 'usdc',
      status: null,
    })
    expect(isFiltered({ symbol: ' ', underlying: '|', quoteCurrency: '', status: '' })).toBe(false)
  })
})

describe('transfers', () => {
  it('pending transfers are counted and summed by asset', () => {
    const rows = [
      ledgerRowOf({ code: 'a', transactionType: 'deposit', status: 'pending', totalAmount: text('5') }),
      ledgerRowOf({ code: 'b', transactionType: 'withdrawal', status: 'pending', totalAmount: text('2') }),
      ledgerRowOf({ code: 'c', transactionType: 'deposit', status: 'completed', totalAmount: text('9') }),
      ledgerRowOf({ code: 'd', transactionType: 'trade', status: 'pending', totalAmount: text('9') }),
    ]
    expect(pendingWords(rows)).toBe('2 pending: 5 USDC in, 2 USDC out')
    const bitcoin = ledgerRowOf({
      code: 'e',
      transactionType: 'deposit',
      status: 'pending',
      asset: 'BTC',
      totalAmount: text('2'),
    })
    expect(pendingWords([...rows, bitcoin])).toBe('3 pending: 5 USDC and 2 BTC in, 2 USDC out')
    expect(pendingWords([bitcoin])).toBe('1 pending: 2 BTC in')
    expect(pendingWords(rows.slice(2))).toBeNull()
    expect(readAsset(' usdc ')).toEqual({ ok: true, value: 'USDC' })
    expect(readAsset('US DC').ok).toBe(false)
  })
})

describe('what a transfer does to the balance', () => {
  const effect = (balance: string | null, kind: TransferKind, amount: string, asset = 'USDC') =>
    transferEffect(balance === null ? null : text(balance), kind, text(amount), asset)

  it('is shown before and after, in the unit of the balance', () =>
    expect(effect('1000', 'withdrawal', '250')).toEqual({ words: '1,000 → 750 USDC', warnings: [] }))

  it.each([
    ['1000', 'deposit', '999999999', '999,999 times the present balance of 1,000 USDC'],
    ['1000', 'deposit', '10000', '10 times the present balance'],
    ['1000', 'withdrawal', '1000.01', 'more than the present balance of 1,000 USDC'],
    ['0', 'withdrawal', '1', 'more than the present balance of 0 USDC'],
    [null, 'withdrawal', '1', 'The balance is not known'],
  ] as const)('%s and a %s of %s warn', (balance, kind, amount, words) => {
    const { warnings } = effect(balance, kind, amount)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(words)
  })

  it.each([
    ['1000', 'deposit', '9999'],
    ['0', 'deposit', '5000'],
    ['1000', 'withdrawal', '1000'],
  ] as const)('%s and a %s of %s warn of nothing', (balance, kind, amount) =>
    expect(effect(balance, kind, amount).warnings).toEqual([]),
  )

  it('in another asset is not added to a balance in USDC', () => {
    const { words, warnings } = effect('1000', 'deposit', '2', 'BTC')
    expect(words).toBe('1,000 USDC now; the balance in BTC is not known')
    expect(warnings[0]).toContain('balances in USDC only')
  })
})

describe('a pasted signing key', () => {
  const pem = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----'
  it('is read whole or not at all', () => {
    expect(readSigningKey({ publicKey: ' abc ', privateKeyPem: `${pem}\n` }, true)).toEqual({
      ok: true,
      value: { publicKey: 'abc', privateKeyPem: pem },
    })
    expect(readSigningKey({ publicKey: '', privateKeyPem: '' }, false)).toEqual({ ok: true, value: null })
    for (const [typed, needed] of [
      [{ publicKey: '', privateKeyPem: '' }, true],
      [{ publicKey: '', privateKeyPem: pem }, false],
      [{ publicKey: 'abc', privateKeyPem: 'abc' }, false],
    ] as const)
      expect(readSigningKey(typed, needed).ok).toBe(false)
  })
})

describe('the allowed instruments of a limit', () => {
  const CYRILLIC = sym('\u0412TCUSDC_PERP')
  const plain = sym('BTCUSDC_PERP')
  const rule = { customerCode: null, symbol: null, bounds: {}, instruments: [plain, CYRILLIC] }
  const read = (instruments: string, known: readonly string[] = [plain, CYRILLIC]) => {
    const { problems, rule: next } = readScope(rule, { instruments }, known)
    return problems.instruments ?? next.instruments
  }

  it('show no symbol as another that it looks like, and read back what they show', () => {
    const shown = fieldText(rule, {}, 'instruments')
    expect(shown).toBe('BTCUSDC_PERP \\u{412}TCUSDC_PERP')
    expect(read(shown)).toEqual([plain, CYRILLIC])
    expect(read(`btcusdc_perp,${CYRILLIC}`)).toEqual([plain, CYRILLIC])
  })

  it('take no word that names two instruments', () => {
    const spelled = sym('\\u{412}TCUSDC_PERP')
    expect(read(spelled, [plain, CYRILLIC, spelled])).toBe('\\u{412}TCUSDC_PERP names 2 instruments.')
  })
})
