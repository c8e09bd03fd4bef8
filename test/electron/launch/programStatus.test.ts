import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { programStatus } from '../../../electron/launch/programStatus.ts'

const root = resolve(import.meta.dirname, '../../..')

describe('the status of the program', () => {
  const { version } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')) as { version: string }

  it.each(['electron/', 'dist/electron/'])('has the version and finds the manual from %s', (entry) => {
    expect(programStatus(pathToFileURL(resolve(root, entry) + '/'), '/data')).toEqual({
      version,
      dataFolder: '/data',
      manual: resolve(root, 'docs/manual/README.md'),
    })
  })

  it('names no manual where none lies beside the program', () => {
    expect(programStatus(new URL('file:///nowhere/at/all/'), null).manual).toBeNull()
  })
})
