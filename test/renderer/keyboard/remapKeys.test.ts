import { describe, expect, it } from 'vitest'
import { chordsOfCap, keysInForce, namedKeys, whyNotKey } from '../../../renderer/keyboard/remapKeys.ts'
import { asLadderPress, movedKeys, ownChord, PANEL_BINDINGS } from '../../../renderer/keyboard/panelKeys.ts'
import { keyGroups } from '../../../renderer/keyboard/keyCard.ts'
import { KEYS_IN_PANELS, type KeyInPanel } from '../../../renderer/keyboard/keysInPanels.ts'
import { capOfChord } from '../../../shared/domain/settings/keyChord.ts'
import { KEY_SCOPES, scopeOf, type KeyScope } from '../../../shared/domain/settings/keyScope.ts'
import { windowKeyRows } from '../../../renderer/keyboard/windowKeyTable.ts'
import { PANEL_KEYS } from '../../../renderer/panels/panelRegistry.tsx'

const rows = windowKeyRows(PANEL_KEYS)
const keys = namedKeys(rows)
const chordOfBinding = (stored: Record<string, string>, id: string) =>
  keysInForce(rows, stored).keys.find((key) => key.id === id)?.chord

describe('the bindings of the window', () => {
  it('have ids and keys of their own', () => {
    expect(new Set(keys.map(({ id }) => id)).size).toBe(keys.length)
    expect(new Set(keys.map(({ chord }) => chord)).size).toBe(keys.length)
  })

  it('do not clash with keys of panels as they come', () => {
    const clashes = keys.flatMap(({ id, chord }) => {
      const why = whyNotKey(keys, id, chord)
      return why === null ? [] : [why]
    })
    expect(clashes).toEqual([])
  })
})

describe('a moved key', () => {
  it('replaces the one that the binding comes with', () => {
    expect(chordOfBinding({ pickCustomer: 'Control+KeyG' }, 'pickCustomer')).toBe('Control+KeyG')
    expect(keysInForce(rows, { pickCustomer: 'Control+KeyG' }).leftOut).toEqual([])
  })

  it('may take the place of a binding that moved away, and two may swap', () => {
    const swapped = { 'panel.orders': 'F6', 'panel.positions': 'F7' }
    expect(keysInForce(rows, swapped).leftOut).toEqual([])
    expect(chordOfBinding(swapped, 'panel.orders')).toBe('F6')
  })

  it.each([
    ['F7', 'is the key of “orders”'],
    ['Control+KeyK', 'is the key of “command line”'],
    ['Control+Enter', 'Enter confirms'],
    ['Control+KeyB', 'has a meaning in a panel: Armed ladder'],
    ['Control+KeyF', 'has a meaning in a panel: Notices'],
    ['Control+Shift+BracketLeft', 'has a meaning in a panel: Ladder'],
    ['Control+F6', 'has a meaning in a panel: Panels'],
    ['Shift+Meta+BracketLeft', 'has a meaning in a panel: Ladder, cancel all buys'],
    ['Control+Shift+Meta+BracketRight', 'has a meaning in a panel: Ladder'],
    ['Meta+KeyB', 'has a meaning in a panel: Armed ladder'],
    ['Meta+KeyS', 'has a meaning in a panel: Armed ladder'],
    ['Control+Meta+KeyB', 'has a meaning in a panel: Armed ladder'],
    ['KeyB', 'Plain keys belong to the panels'],
    ['Control+Shift+F12', 'is the kill switch'],
  ])('is refused on %s: %s', (chord, why) => {
    expect(whyNotKey(keys, 'pickCustomer', chord)).toContain(why)
  })

  it('is left out and named where it is unknown, fixed or clashing', () => {
    const inForce = keysInForce(rows, {
      'later.thing': 'Control+KeyG',
      kill: 'Control+KeyJ',
      pickCustomer: 'F7',
      keyCard: 'Control+KeyM',
    })
    expect(inForce.leftOut.join(' ')).toMatch(
      /later\.thing.*no such binding.*kill switch.*F7 is the key of “orders”/,
    )
    expect(inForce.keys.find(({ id }) => id === 'pickCustomer')?.chord).toBe('F2')
    expect(inForce.keys.find(({ id }) => id === 'keyCard')?.chord).toBe('Control+KeyM')
  })

  it('leaves no two bindings on one key, however the stored ones clash', () => {
    const { keys: left } = keysInForce(rows, {
      pickCustomer: 'F3',
      pickInstrument: 'F7',
      'panel.orders': 'F2',
    })
    expect(new Set(left.map(({ chord }) => chord)).size).toBe(left.length)
    const one = keysInForce(rows, { pickCustomer: 'F3', pickInstrument: 'Control+KeyK' })
    expect(new Set(one.keys.map(({ chord }) => chord)).size).toBe(one.keys.length)
  })

  it('gives each binding of a shared row of the card a row of its own', () => {
    const { keys: listed } = keysInForce(rows, { 'join.1': 'Alt+KeyG' })
    expect(
      listed.filter(({ id }) => id.startsWith('join.')).map(({ cap, unlisted }) => [cap, unlisted]),
    ).toEqual([
      ['Alt G', undefined],
      ...[2, 3, 4, 5, 6, 7, 8].map((link) => [`Ctrl Shift ${link}`, undefined]),
    ])
  })
})

describe('the keys of panels', () => {
  it.each([
    ['Ctrl Shift [ · ]', ['Control+Shift+BracketLeft', 'Control+Shift+BracketRight']],
    ['Ctrl B · Ctrl S', ['Control+KeyB', 'Control+KeyS']],
    ['Delete · Ctrl Delete', ['Delete', 'Control+Delete']],
  ])('%s is %j', (cap, chords) => {
    expect(chordsOfCap(cap)).toEqual(chords)
  })

  it('are read from every cap with a modifier', () => {
    const caps = Object.values<readonly { cap: string }[]>(KEYS_IN_PANELS).flatMap((listed) =>
      listed.map(({ cap }) => cap),
    )
    expect(
      caps.filter((cap) => cap.includes('Ctrl') && !chordsOfCap(cap).some((one) => one.includes('Control'))),
    ).toEqual([])
  })
})

describe('the keys of the ladder', () => {
  const press = (word: string) => {
    const parts = word.split('+')
    return {
      code: parts.at(-1) ?? '',
      shift: parts.includes('Shift'),
      ctrl: parts.includes('Control'),
      alt: parts.includes('Alt'),
    }
  }
  const meaning = (stored: Readonly<Record<string, string>>, word: string) =>
    asLadderPress(press(word), movedKeys(keysInForce(rows, stored).panels, 'ladder'))

  it('mean the same from their new place, and nothing in the old one', () => {
    const stored = { 'ladder.buy': 'KeyN' }
    expect(meaning(stored, 'KeyN')).toEqual(press('KeyB'))
    expect(meaning(stored, 'KeyB')).toBeNull()
    expect(meaning(stored, 'Shift+KeyB')).toEqual(press('Shift+KeyB'))
    expect(meaning(stored, 'ArrowUp')).toEqual(press('ArrowUp'))
    expect(meaning({}, 'KeyB')).toEqual(press('KeyB'))
  })

  it('can be exchanged', () => {
    const stored = { 'ladder.buy': 'KeyS', 'ladder.sell': 'KeyB' }
    expect(keysInForce(rows, stored).leftOut).toEqual([])
    expect(meaning(stored, 'KeyS')).toEqual(press('KeyB'))
    expect(meaning(stored, 'KeyB')).toEqual(press('KeyS'))
  })

  it.each([
    ['ladder.buy', 'KeyS', /is the key of “sell/],
    ['ladder.buy', 'F7', /is the key of “orders”/],
    ['ladder.buy', 'Slash', /is the key of “command line”/],
    ['ladder.buy', 'ArrowUp', /moves, sizes or arms/],
    ['ladder.buy', 'Digit3', /moves, sizes or arms/],
    ['ladder.buy', 'Enter', /reserved/],
    ['ladder.buy', 'Control+KeyC', /reserved/],
    ['pickCustomer', 'KeyN', /Plain keys belong to the panels/],
  ])('%s never gets %s', (id, chord, why) => {
    const inForce = keysInForce(rows, { [id]: chord })
    expect(inForce.leftOut.join(' ')).toMatch(why)
    expect([...inForce.keys, ...inForce.panels].find((key) => key.id === id)?.chord).not.toBe(chord)
  })

  it('keep a key of the window off their new place', () => {
    const inForce = keysInForce(rows, { 'ladder.buy': 'Control+KeyG' })
    expect(whyNotKey([...inForce.keys, ...inForce.panels], 'pickCustomer', 'Control+KeyG')).toMatch(
      /is the key of “buy/,
    )
  })

  it('take ⌘ as Ctrl, as the ladder does', () => {
    const stored = { 'ladder.flatten': 'Meta+KeyG' }
    expect(keysInForce(rows, stored).leftOut).toEqual([])
    expect(meaning(stored, 'Control+KeyG')).toEqual(press('KeyF'))
    expect(meaning({ 'ladder.take': 'Meta+KeyB' }, 'Control+KeyB')).toEqual(press('Control+KeyB'))
    expect(meaning({ 'ladder.buy': 'Control+Shift+Meta+KeyG' }, 'Control+Shift+KeyG')).toEqual(press('KeyB'))
    expect(keysInForce(rows, { 'ladder.flatten': 'Meta+KeyK' }).leftOut.join(' ')).toMatch(
      /is the key of “command line”/,
    )
  })

  it.each([
    ['ladder.buy', 'Control+KeyG', 'ladder.sell', 'Meta+KeyG', '⌘ G'],
    ['ladder.buy', 'Meta+KeyG', 'ladder.sell', 'Control+KeyG', 'Ctrl G'],
    ['ladder.take', 'Control+KeyG', 'pickCustomer', 'Meta+KeyG', '⌘ G'],
    ['pickCustomer', 'Meta+KeyG', 'ladder.take', 'Control+KeyG', 'Ctrl G'],
  ])('%s on %s keeps %s off %s', (id, chord, second, wanted, cap) => {
    const before = keysInForce(rows, { [id]: chord })
    expect(before.leftOut).toEqual([])
    const name = [...before.keys, ...before.panels].find((key) => key.id === id)?.name
    expect(whyNotKey([...before.keys, ...before.panels], second, wanted)).toBe(
      `${cap} is the key of “${name}”. Move that one first, or press another key.`,
    )
  })

  it.each([
    ['ladder.buy', 'Control+KeyG', 'ladder.sell', 'Meta+KeyG'],
    ['ladder.take', 'Control+KeyG', 'pickCustomer', 'Meta+KeyG'],
    ['pickCustomer', 'Meta+KeyG', 'ladder.take', 'Control+KeyG'],
  ])('leave out %s on %s and %s on %s, for one press has one meaning', (id, chord, second, other) => {
    const stored = { [id]: chord, [second]: other }
    const inForce = keysInForce(rows, stored)
    expect(inForce.leftOut).toHaveLength(2)
    expect(inForce.leftOut.join(' ')).toMatch(/Ctrl G.*⌘ G|⌘ G.*Ctrl G/)
    expect(
      [...inForce.keys, ...inForce.panels].filter((key) => key.chord !== key.own).map((key) => key.id),
    ).toEqual([])
    expect(meaning(stored, 'Control+KeyG')).toEqual(press('Control+KeyG'))
  })

  it('come with chords that the card of the ladder has', () => {
    const own = PANEL_BINDINGS.filter(({ id }) => scopeOf(id) === 'ladder').map((binding) => binding.own)
    const card = [...KEYS_IN_PANELS.Ladder, ...KEYS_IN_PANELS['Armed ladder']].flatMap(({ cap }) =>
      chordsOfCap(cap),
    )
    expect(own.filter((chord) => !card.includes(chord))).toEqual([])
    expect(new Set(own).size).toBe(own.length)
  })
})

describe('the keys of the other panels', () => {
  const key = (word: string) => {
    const parts = word.split('+')
    const has = (modifier: string) => parts.includes(modifier)
    return {
      code: parts.at(-1) ?? '',
      ctrlKey: has('Control'),
      altKey: has('Alt'),
      shiftKey: has('Shift'),
      metaKey: has('Meta'),
    }
  }
  const meaning = (stored: Readonly<Record<string, string>>, panel: KeyScope, word: string) =>
    ownChord(key(word), movedKeys(keysInForce(rows, stored).panels, panel))

  it('mean the same from their new place, nothing in the old one, and only in their panel', () => {
    const stored = { 'orders.amend': 'KeyM' }
    expect(keysInForce(rows, stored).leftOut).toEqual([])
    expect(meaning(stored, 'orders', 'KeyM')).toBe('KeyA')
    expect(meaning(stored, 'orders', 'KeyA')).toBeNull()
    expect(meaning(stored, 'orders', 'Shift+KeyA')).toBe('Shift+KeyA')
    expect(meaning(stored, 'quotes', 'KeyA')).toBe('KeyA')
    expect(meaning(stored, 'notices', 'KeyM')).toBe('KeyM')
  })

  it('can be exchanged within a panel, and two panels may have the same key', () => {
    const stored = { 'positions.flatten': 'KeyR', 'positions.reverse': 'KeyF', 'customers.deposit': 'KeyR' }
    expect(keysInForce(rows, stored).leftOut).toEqual([])
    expect(meaning(stored, 'positions', 'KeyR')).toBe('KeyF')
    expect(meaning(stored, 'positions', 'KeyF')).toBe('KeyR')
    expect(meaning(stored, 'customers', 'KeyR')).toBe('KeyD')
  })

  it.each([
    ['positions.flatten', 'KeyR', /is the key of “reverse”/],
    ['orders.amend', 'F7', /is the key of “orders”/],
    ['orders.amend', 'Slash', /is the key of “command line”/],
    ['orders.amend', 'Delete', /Delete cancels orders/],
    ['orders.amend', 'Enter', /Enter confirms and sends/],
    ['quotes.add', 'Digit3', /Panels move and choose with it/],
    ['sales.join', 'ArrowUp', /Panels move and choose with it/],
    ['customers.deposit', 'Control+KeyG', /leaves keys with Ctrl and Alt to the window/],
    ['customers.deposit', 'Meta+KeyG', /leaves keys with Ctrl and Alt to the window/],
    ['chart.interval', 'Minus', /more or fewer candles/],
  ])('%s never gets %s', (id, chord, why) => {
    const inForce = keysInForce(rows, { [id]: chord })
    expect(inForce.leftOut.join(' ')).toMatch(why)
    expect(inForce.panels.find((binding) => binding.id === id)).toMatchObject({
      chord: PANEL_BINDINGS.find((binding) => binding.id === id)?.own,
    })
  })

  it('come with ids, and within a panel with keys, of their own', () => {
    const ids = [...PANEL_BINDINGS, ...keys].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const places = PANEL_BINDINGS.map(({ id, own }) => `${scopeOf(id)} ${own}`)
    expect(new Set(places).size).toBe(places.length)
    expect(keys.filter(({ id }) => scopeOf(id) !== null)).toEqual([])
    expect(keysInForce(rows, {}).leftOut).toEqual([])
  })

  it('come with keys that the card has for their panel', () => {
    const missing = PANEL_BINDINGS.filter(({ id, own }) => {
      const scope = scopeOf(id)
      if (scope === null || scope === 'ladder' || scope === 'chart') return false
      const listed: readonly KeyInPanel[] = KEYS_IN_PANELS.Tables
      return !listed.some(
        ({ cap, where }) =>
          // Some tables only have a key of tables: its row names them.
          (where === undefined || (scope === 'tables' && where.includes(', '))
            ? scope === 'tables'
            : where.toLowerCase() === KEY_SCOPES[scope]) && cap.split(' · ').includes(capOfChord(own)),
      )
    })
    expect(missing).toEqual([])
  })

  it('stand on the card beside the panel that they moved in', () => {
    const { panels } = keysInForce(rows, { 'orders.amend': 'KeyM', 'chart.interval': 'KeyZ' })
    const group = (title: string) => keyGroups(keys, [], panels).find((one) => one.title === title)?.keys
    expect(group('Tables')).toContainEqual(['M', 'change the order (orders; your key, in the place of A)'])
    expect(group('Chart')?.at(-1)?.[0]).toBe('Z')
    expect(group('Armed ladder')?.some(([, does]) => does.includes('your key'))).toBe(false)
  })
})
