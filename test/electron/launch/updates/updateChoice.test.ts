import { expect, it } from 'vitest'
import { helpFor, readWords, type Machine } from '../../../../electron/launch/options.ts'

const machine: Machine = {
  platform: 'linux',
  environment: {},
  home: '/home/dealer',
  workingDirectory: '/home/dealer',
}
const read = (...words: string[]) => readWords(words, machine, 'openpit')
const ADDRESS = 'https://updates.broker.example/openpit'

it('updates are off without an address, and stable with one', () => {
  expect(read()).toMatchObject({ value: { updates: null } })
  expect(read('--update-url', ADDRESS)).toMatchObject({
    value: { updates: { address: ADDRESS, channel: 'stable' } },
  })
  expect(read('--update-url', ADDRESS, '--update-channel', 'beta')).toMatchObject({
    value: { updates: { channel: 'beta' } },
  })
  expect(read('--update-url', 'http://127.0.0.1:8080/')).toMatchObject({ ok: true })
})

it.each([
  ['updates.broker.example', '--update-url must be an https address.'],
  ['file:///tmp/openpit', '--update-url must be an https address.'],
  [
    'http://updates.broker.example',
    '--update-url must begin with https: what arrives over http can be changed on the way.',
  ],
  [
    'https://me:secret@updates.broker.example',
    '--update-url must hold no user name and no password: other programs can read the command line.',
  ],
  [`${ADDRESS}?key=1`, '--update-url must be a folder, without ? and #.'],
])('the address %s is refused', (address, failure) => {
  expect(read('--update-url', address)).toEqual({ ok: false, failure })
})

it('an unknown channel, or a channel without an address, is refused', () => {
  expect(read('--update-url', ADDRESS, '--update-channel', 'nightly')).toEqual({
    ok: false,
    failure: '--update-channel must be stable or beta, not "nightly".',
  })
  expect(read('--update-channel', 'beta')).toEqual({
    ok: false,
    failure: '--update-channel needs --update-url beside it.',
  })
})

it('only the installed program takes an address', () => {
  expect(readWords(['--update-url', ADDRESS], machine, 'npm start')).toMatchObject({
    ok: false,
    failure: expect.stringContaining('--update-url') as string,
  })
  expect(helpFor('openpit')).toContain('--update-url URL')
  expect(helpFor('npm start')).not.toContain('--update-url')
})
