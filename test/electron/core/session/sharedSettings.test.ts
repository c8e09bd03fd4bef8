import { expect, it } from 'vitest'
import { createSharedSettings } from '../../../../electron/core/session/sharedSettings.ts'
import { memorySettings } from '../../../../electron/storage/settingsStore.ts'

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
