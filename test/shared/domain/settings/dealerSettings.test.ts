import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeDealerSettings,
  readDealerSettings,
  type SettingsChange,
} from '../../../../shared/domain/settings/dealerSettings.ts'
import { capOfChord, chordOf, whyReserved } from '../../../../shared/domain/settings/keyChord.ts'
import {
  DEFAULT_VALUES,
  SETTING_IDS,
  SETTINGS,
  type SettingId,
} from '../../../../shared/domain/settings/settingList.ts'
import { readSettingsFile, settingsFileText } from '../../../../shared/domain/settings/settingsFile.ts'

const change = (part: Partial<SettingsChange>): SettingsChange => ({
  values: {},
  keys: {},
  typed: '',
  ...part,
})

/** The text after changes in a row; fails where one is refused. */
function textAfter(...changes: Partial<SettingsChange>[]): string {
  let text: string | undefined
  for (const part of changes) {
    const changed = changeDealerSettings(text, change(part))
    if (!changed.ok) throw new Error(changed.failure)
    text = changed.value
  }
  return text ?? ''
}

const refusal = (text: string | undefined, part: Partial<SettingsChange>): string => {
  const changed = changeDealerSettings(text, change(part))
  return changed.ok ? '' : changed.failure
}

describe('the list of settings', () => {
  it.each(SETTING_IDS)('%s has a name, a sentence, words, a place, and a default that fits', (id) => {
    const { title, does, words, applies, schema, default: usual, ...rest } = SETTINGS[id]
    for (const text of [title, does, words, applies]) expect(text).not.toBe('')
    expect(does).toMatch(/\.$/)
    expect(schema.safeParse(usual).success).toBe(true)
    const choices: readonly { readonly value: unknown }[] = 'choices' in rest ? rest.choices : []
    // The review of an import prints a value by its choice or by its entries.
    expect(choices.length > 0 || 'entries' in rest).toBe(true)
    for (const { value } of choices) expect(schema.safeParse(value).success).toBe(true)
  })

  it('has no setting that switches a confirmation off', () => {
    // The limits of express only bound it: without them it cannot begin, and no setting begins it.
    expect(DEFAULT_VALUES['express.limits']).toEqual({})
    const others = SETTING_IDS.filter((id) => id !== 'express.limits')
    const words = others.map((id) => `${SETTINGS[id].title} ${SETTINGS[id].words}`).join(' ')
    expect(words).not.toMatch(/confirm|review|one.click|express/i)
  })
})

describe('stored settings', () => {
  it('are the defaults until one is changed, and again after its reset', () => {
    expect(readDealerSettings(undefined).values).toEqual(DEFAULT_VALUES)
    const text = textAfter({ values: { 'time.zone': 'local' } })
    expect(readDealerSettings(text).values['time.zone']).toBe('local')
    const reset = textAfter({ values: { 'time.zone': 'local' } }, { values: { 'time.zone': null } })
    expect(readDealerSettings(reset).values).toEqual(DEFAULT_VALUES)
    expect(readDealerSettings(reset).set.size).toBe(0)
  })

  it.each<[SettingId, unknown]>([
    ['time.zone', 'mars'],
    ['arming.idleMinutes', 0],
    ['arming.idleMinutes', 31],
    ['arming.idleMinutes', 1.5],
    ['ladder.ticksPerRow', 3],
    ['ladder.sizes', { BTCUSDC_PERP: ['0'] }],
    ['ladder.sizes', { BTCUSDC_PERP: ['-1'] }],
    ['ladder.sizes', { BTCUSDC_PERP: [] }],
    ['ladder.sizes', { BTCUSDC_PERP: ['1', '2', '3', '4', '5', '6', '7'] }],
  ])('refuse %s = %j and change nothing', (id, value) => {
    expect(refusal(undefined, { values: { [id]: value as never } })).toMatch(
      /^Nothing is changed: the value of/,
    )
  })

  it('apply all of a change or none of it', () => {
    expect(refusal(undefined, { values: { 'look.density': 'compact', 'time.zone': 'mars' } })).not.toBe('')
    expect(refusal(undefined, { values: { 'no.such': 1 } })).toContain('no.such')
  })

  it('change the sizes of the instruments that a change names, and of no other one', () => {
    const sizesAfter = (...named: Readonly<Record<string, string[] | null>>[]) =>
      readDealerSettings(textAfter(...named.map((sizes) => ({ values: { 'ladder.sizes': sizes } }))))
    const both = { BTCUSDC_PERP: ['0.01'], ETHUSDC_PERP: ['0.1'] }
    expect(sizesAfter(both, { BTCUSDC_PERP: ['0.02'] }).values['ladder.sizes']).toEqual({
      BTCUSDC_PERP: ['0.02'],
      ETHUSDC_PERP: ['0.1'],
    })
    expect(sizesAfter(both, { BTCUSDC_PERP: null }).values['ladder.sizes']).toEqual({
      ETHUSDC_PERP: ['0.1'],
    })
    const none = sizesAfter(both, { BTCUSDC_PERP: null, ETHUSDC_PERP: null })
    expect(none.values['ladder.sizes']).toEqual({})
    expect(none.set.has('ladder.sizes')).toBe(false)
  })

  it('need the word for a longer arming time, and none for a shorter one', () => {
    expect(refusal(undefined, { values: { 'arming.idleMinutes': 5 } })).toBe('')
    expect(refusal(undefined, { values: { 'arming.idleMinutes': 20 } })).toContain('type LONGER')
    expect(refusal(undefined, { values: { 'arming.idleMinutes': 20 }, typed: 'longer' })).toContain('LONGER')
    const twenty = textAfter({ values: { 'arming.idleMinutes': 20 }, typed: 'LONGER' })
    expect(refusal(twenty, { values: { 'arming.idleMinutes': 15 } })).toBe('')
    expect(refusal(twenty, { values: { 'arming.idleMinutes': 30 } })).toContain('LONGER')
    expect(refusal(twenty, { values: { 'look.density': 'compact' } })).toBe('')
  })

  it('leave out and name what this release does not know, and keep it in the file', () => {
    const text = JSON.stringify({
      version: 1,
      values: { 'later.thing': 7, 'time.zone': 'mars', 'look.density': 'compact' },
      keys: { pickCustomer: 'Escape', 'panel.orders': 'Control+Digit7', keyCard: 7 },
    })
    const read = readDealerSettings(text)
    expect(read.values).toEqual({ ...DEFAULT_VALUES, 'look.density': 'compact' })
    expect(read.keys).toEqual({ 'panel.orders': 'Control+Digit7' })
    expect(read.leftOut.join(' ')).toMatch(/later\.thing.*Time zone.*pickCustomer.*Esc.*keyCard/)
    const after = changeDealerSettings(text, change({ values: { 'time.zone': 'local' } }))
    expect(after.ok && JSON.parse(after.value).values['later.thing']).toBe(7)
  })

  it('of a newer release stay unchanged and are not in force', () => {
    const text = JSON.stringify({ version: 2, values: { 'look.density': 'compact' }, keys: {} })
    expect(readDealerSettings(text).values).toEqual(DEFAULT_VALUES)
    expect(readDealerSettings(text).refusal).toContain('newer Openpit')
    expect(refusal(text, { values: { 'look.density': 'compact' } })).toContain('newer Openpit')
  })

  it.each(['', '{', '[]', 'null', '{"version":0}', '{"version":1,"values":[],"keys":{}}'])(
    'that are damaged (%s) are said, and the next change replaces them',
    (text) => {
      expect(readDealerSettings(text).values).toEqual(DEFAULT_VALUES)
      expect(readDealerSettings(text).leftOut[0]).toContain('cannot be read')
      expect(refusal(text, { values: { 'look.density': 'compact' } })).toBe('')
    },
  )

  it('refuse reserved keys and one key for two bindings, and let two bindings swap', () => {
    expect(refusal(undefined, { keys: { pickCustomer: 'Shift+Escape' } })).toContain('Esc always backs out')
    expect(refusal(undefined, { keys: { pickCustomer: 'Control+Shift+F12' } })).toContain('kill switch')
    const text = textAfter({ keys: { pickCustomer: 'Control+Digit1', keyCard: 'Control+Digit2' } })
    expect(refusal(text, { keys: { 'panel.orders': 'Control+Digit1' } })).toContain('“pickCustomer”')
    expect(refusal(text, { keys: { pickCustomer: 'Control+Digit2', keyCard: 'Control+Digit1' } })).toBe('')
  })
})

describe('key chords', () => {
  const press = (code: string, ...down: string[]) =>
    chordOf({
      code,
      ctrlKey: down.includes('ctrl'),
      altKey: down.includes('alt'),
      shiftKey: down.includes('shift'),
      metaKey: down.includes('meta'),
    })

  it('are the physical key with its exact modifiers', () => {
    expect(press('KeyK', 'ctrl', 'shift')).toBe('Control+Shift+KeyK')
    expect(press('F2')).toBe('F2')
    expect(press('ShiftLeft', 'shift')).toBeNull()
    expect(press('')).toBeNull()
    expect(capOfChord('Control+Shift+KeyK')).toBe('Ctrl Shift K')
    expect(capOfChord('Control+Comma')).toBe('Ctrl ,')
  })

  it.each([
    ['Escape', 'Esc'],
    ['Control+Enter', 'Enter'],
    ['NumpadEnter', 'Enter'],
    ['Tab', 'focus'],
    ['Delete', 'cancels'],
    ['Control+Shift+F12', 'kill switch'],
    ['Shift+Meta+F12', 'kill switch'],
    ['F12', 'trade lock'],
    ['Shift+F12', 'halts in force'],
    ['Control+F12', 'F12 with any modifier'],
    ['Alt+F12', 'F12 with any modifier'],
    ['Meta+F12', 'F12 with any modifier'],
    ['Control+Meta+F12', 'F12 with any modifier'],
    ['Control+Alt+F12', 'F12 with any modifier'],
    ['Control+KeyW', 'browser'],
    ['Control+Shift+KeyT', 'browser'],
    ['Control+KeyC', 'copy'],
    ['Control+Alt+KeyB', 'AltGr'],
    ['Alt+Shift+KeyB', 'layout'],
    ['KeyB', 'Plain keys'],
    ['Shift+KeyB', 'Plain keys'],
  ])('%s is reserved because of %s', (keys, why) => {
    expect(whyReserved(keys)).toContain(why)
  })

  it.each(['F2', 'Shift+F2', 'Control+KeyK', 'Alt+Digit1', 'Meta+KeyK', 'Control+Comma'])(
    '%s is free',
    (keys) => {
      expect(whyReserved(keys)).toBeNull()
    },
  )
})

describe('the file of settings', () => {
  it('brings back what it was written from', () => {
    const values = fc.record({
      'number.marks': fc.constantFrom('comma-point', 'space-comma', 'none-point'),
      'time.zone': fc.constantFrom('utc', 'local'),
      'arming.idleMinutes': fc.constantFrom(1, 5, 10),
      'ladder.sizes': fc.dictionary(
        fc.constantFrom('BTCUSDC_PERP', 'ETHUSDC_PERP'),
        fc.constant(['0.5', '2']),
        { minKeys: 1 },
      ),
    })
    fc.assert(
      fc.property(values, (chosen) => {
        const settings = readDealerSettings(
          textAfter({ values: chosen as never, keys: { pickCustomer: 'Control+Digit1' } }),
        )
        const file = readSettingsFile(settingsFileText(settings))
        expect(file).toEqual({
          ok: true,
          value: { values: chosen, keys: { pickCustomer: 'Control+Digit1' }, leftOut: [] },
        })
      }),
    )
  })

  it.each([
    ['', 'damaged'],
    ['{"format":"openpit-settings","version":1', 'damaged'],
    ['{"format":"openpit-settings","version":1,"values":[]}', 'damaged'],
    ['{"format":"openpit-settings","version":9,"values":{},"keys":{}}', 'newer Openpit wrote it (version 9'],
    ['{"name":"my-app","version":"1.0.0"}', 'not a file of Openpit'],
    ['[1,2]', 'not a file of Openpit'],
    ['code,customer\n1,2', 'not a file of settings'],
  ])('changes nothing where it is %j', (text, why) => {
    const file = readSettingsFile(text)
    expect(file.ok ? '' : file.failure).toContain(why)
    expect(file.ok ? '' : file.failure).toMatch(/^The file changes nothing:/)
  })

  it('lists what it leaves out, also a longer arming time', () => {
    const file = readSettingsFile(
      JSON.stringify({
        format: 'openpit-settings',
        version: 1,
        values: { 'time.zone': 'local', 'look.sides': 'pink', 'arming.idleMinutes': 30 },
        keys: { pickCustomer: 'Escape', keyCard: 'Control+Digit3' },
      }),
    )
    expect(file.ok && file.value.values).toEqual({ 'time.zone': 'local' })
    expect(file.ok && file.value.keys).toEqual({ keyCard: 'Control+Digit3' })
    expect(file.ok && file.value.leftOut.join(' ')).toMatch(/Colors of the sides.*LONGER.*pickCustomer/)
  })
})

it('stores a plain letter for a key of the ladder, and for no other', () => {
  expect(readDealerSettings(textAfter({ keys: { 'ladder.buy': 'KeyN' } })).keys).toEqual({
    'ladder.buy': 'KeyN',
  })
  const refused = changeDealerSettings(undefined, { values: {}, keys: { pickCustomer: 'KeyN' }, typed: '' })
  expect(refused).toMatchObject({ ok: false })
})

it.each(['block.claims', 'block.rotation'])(
  'carries no %s, which only Openpit writes: it leaves such a part out and says so',
  (name) => {
    const file = readSettingsFile(
      JSON.stringify({
        format: 'openpit-settings',
        version: 1,
        values: { [name]: '{}', 'time.zone': 'local' },
        keys: {},
      }),
    )
    expect(file.ok && file.value).toEqual({
      values: { 'time.zone': 'local' },
      keys: {},
      leftOut: [`“${name}” is left out: only Openpit itself writes it.`],
    })
  },
)
