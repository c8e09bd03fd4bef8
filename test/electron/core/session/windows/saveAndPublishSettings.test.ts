import { expect, it } from 'vitest'
import { createSharedSettings } from '../../../../../electron/core/session/windows/saveAndPublishSettings.ts'
import type { Settings } from '../../../../../electron/core/ports/settings.ts'
import { memorySettings } from '../../../../../electron/storage/settingsStore.ts'
import { fail } from '../../../../../shared/base/result.ts'

it('keeps the newest saved workspaces of all windows, newest last, and every other setting', () => {
  const stored = memorySettings({ 'install-id': 'x', workspace: '0', 'window.bounds': '{}' })
  const settings = createSharedSettings(stored)
  const names = Array.from({ length: 20 }, (_, n) => `workspace.${'abcdefghijklmnopqrst'[n]}`)
  for (const name of names) settings.save(name, '1')
  settings.save('workspace.m', '2')
  expect(Object.keys(stored.all())).toEqual([
    'install-id',
    'window.bounds',
    ...names.slice(8).filter((name) => name !== 'workspace.m'),
    'workspace.m',
  ])
})

it('never removes the workspace of an open window, however old', () => {
  const stored = memorySettings({ 'workspace.main': '0', 'windows.open': '["main","windowa"]' })
  const settings = createSharedSettings(stored)
  for (const letter of 'abcdefghijklmnopqrst') settings.save(`workspace.${letter}`, '1')
  expect(stored.all()).toMatchObject({ 'workspace.main': '0' })
  expect(Object.keys(stored.all()).filter((name) => name.startsWith('workspace.'))).toHaveLength(13)
})

it('saves the dealer’s settings only through their own command, which checks each value', () => {
  const stored = memorySettings()
  const settings = createSharedSettings(stored)
  const unsaved: string[] = []
  const change = (zone: string) =>
    settings.change({ values: { 'time.zone': zone }, keys: {}, typed: '' }, (why) => unsaved.push(why))
  expect(settings.save('dealer', '{}')).toMatchObject({ ok: false })
  expect(change('mars')).toMatchObject({ ok: false, failure: { kind: 'refused' } })
  expect(stored.all()).toEqual({})
  expect(change('local')).toEqual({ ok: true, value: {} })
  expect(JSON.parse(stored.all()['dealer'] ?? '').values).toEqual({ 'time.zone': 'local' })
  expect(unsaved).toEqual([])
})

it('keeps a named workspace as it was saved last where the disk refuses it, and every other setting for this run', () => {
  const text = (revision: number) => JSON.stringify({ revision, isDeleted: false })
  const stored = memorySettings({ 'space.mine': text(1) })
  const full: Settings = {
    ...stored,
    // As the settings store: what the disk refuses holds for this run.
    save(name, value) {
      stored.save(name, value)
      return fail('The disk is full.')
    },
  }
  const settings = createSharedSettings(full)
  expect([settings.save('space.mine', text(2)), settings.save('space.fresh', text(1))]).toMatchObject([
    { ok: false },
    { ok: false },
  ])
  expect(stored.all()).toEqual({ 'space.mine': text(1) })
  settings.save('ladder', '5')
  expect(stored.all()['ladder']).toBe('5')
})

it('says where a change of the dealer’s settings holds for this run only', () => {
  const full = { ...memorySettings(), save: () => ({ ok: false, failure: 'The disk is full.' }) as const }
  const unsaved: string[] = []
  const settings = createSharedSettings(full)
  const changed = settings.change({ values: { 'time.zone': 'local' }, keys: {}, typed: '' }, (why) =>
    unsaved.push(why),
  )
  expect(changed).toMatchObject({ ok: false, failure: { message: 'The disk is full.' } })
  expect(unsaved).toEqual(['The disk is full.'])
})

it('says what another window saved meanwhile, and nothing where the text that a change is made of still stands', () => {
  const settings = createSharedSettings(memorySettings({ 'quotes.lists': 'theirs' }))
  expect(settings.newerThan('quotes.lists', 'mine')).toBe('theirs')
  expect(settings.newerThan('quotes.lists', null)).toBe('theirs')
  expect(settings.newerThan('quotes.lists', 'theirs')).toBeUndefined()
  expect(settings.newerThan('tables.views.orders', null)).toBeUndefined()
  expect(settings.newerThan('tables.views.orders', 'mine')).toBeNull()
})

it.each<[string, string, RegExp, string]>([
  [
    'cut off',
    '{"version":1,"values":{"lock.restMinutes":5',
    /cannot be read, .* the session does not lock by itself/,
    '"lock.restMinutes":5',
  ],
  [
    'of a newer release',
    '{"version":9,"values":{},"keys":{}}',
    /A newer Openpit .* does not lock by itself/,
    '"version":9',
  ],
  [
    'with a lock time that no release has',
    '{"version":1,"values":{"lock.restMinutes":1e9},"keys":{}}',
    /^Lock the session after is left out: its value does not fit/,
    '"lock.restMinutes":1000000000',
  ],
])('says at the start that settings %s are not in force, and destroys none', (_, text, said, kept) => {
  const stored = memorySettings({ dealer: text })
  const warned: string[] = []
  const settings = createSharedSettings(stored, (sentence) => warned.push(sentence))
  expect(warned).toEqual([expect.stringMatching(said)])
  settings.change({ values: { 'time.zone': 'local' }, keys: {}, typed: '' }, () => undefined)
  expect(Object.values(stored.all()).join('\n')).toContain(kept)
})

it('saves no settings of the dealer while their unread text cannot be set aside', () => {
  const stored = memorySettings({ dealer: 'damaged' })
  let isFull = true
  const settings = createSharedSettings({
    ...stored,
    save: (name, value) =>
      isFull && name.startsWith('unread-') ? fail('The disk is full.') : stored.save(name, value),
  })
  const change = () =>
    settings.change({ values: { 'time.zone': 'local' }, keys: {}, typed: '' }, () => undefined)
  expect(change()).toMatchObject({ ok: false, failure: { message: 'The disk is full.' } })
  expect(stored.all()).toEqual({ dealer: 'damaged' })
  isFull = false
  expect(change()).toEqual({ ok: true, value: {} })
  expect(stored.all()['unread-1-dealer']).toBe('damaged')
})

it.each(['block.claims', 'block.rotation'])(
  'lets only the core write %s: a window that is wrong changes nothing, and hears why',
  (name) => {
    const stored = memorySettings({ [name]: '{}' })
    const settings = createSharedSettings(stored)
    expect(settings.save(name, '{"BTCUSDC_PERP buy":{}}')).toEqual({
      ok: false,
      failure: `Nothing is saved: only the core of Openpit writes “${name}”.`,
    })
    expect(stored.all()[name]).toBe('{}')
    expect(settings.saveOfCore(name, '{"A":{}}')).toEqual({ ok: true, value: null })
    expect(stored.all()[name]).toBe('{"A":{}}')
  },
)
