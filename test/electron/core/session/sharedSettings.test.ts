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
