/** The vault against a real Secret Service. Run it through `withSecretService.sh`, which starts a private one. */

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openKeychainVault } from '../../electron/storage/keychainVault.ts'
import { clockOf } from '../../shared/base/clock.ts'
import { passOver } from '../support/skipReason.ts'

const vault = openKeychainVault(clockOf(globalThis), process.platform)
/** A client of the Secret Service that is not ours (Debian: libsecret-tools). */
const search = () => spawnSync('secret-tool', ['search', '--all', 'service', 'openpit'], { encoding: 'utf8' })

const credentials = { username: 'ann', password: 'pässword "1" \n 🔑' }

describe('the keychain', () => {
  it('answers', async () => {
    expect(await vault.status()).toEqual({ available: true, message: null })
  })

  it('keeps, gives back, replaces and forgets, one entry per venue', async () => {
    expect(await vault.load('venue-a')).toEqual({ ok: true, value: null })
    expect(await vault.save('venue-a', credentials)).toEqual({ ok: true, value: null })
    expect(await vault.save('venue-b', { username: 'bob', password: 'b' })).toEqual({ ok: true, value: null })
    expect(await vault.load('venue-a')).toEqual({ ok: true, value: credentials })
    await vault.save('venue-a', { ...credentials, password: 'new' })
    expect(await vault.load('venue-a')).toEqual({ ok: true, value: { ...credentials, password: 'new' } })
    expect(await vault.forget('venue-a')).toEqual({ ok: true, value: null })
    expect(await vault.load('venue-a')).toEqual({ ok: true, value: null })
    expect(await vault.load('venue-b')).toEqual({ ok: true, value: { username: 'bob', password: 'b' } })
    await vault.forget('venue-b')
  })

  it('keeps a signing key with the password', async () => {
    const signing = { ...credentials, signingKey: { publicKey: 'PK', privateKeyPem: 'line 1\nline 2\n' } }
    await vault.save('venue-d', signing)
    expect(await vault.load('venue-d')).toEqual({ ok: true, value: signing })
    await vault.forget('venue-d')
  })

  it('is the Secret Service, not the kernel’s own keyring', async () => {
    await vault.save('venue-c', credentials)
    expect(readFileSync('/proc/keys', 'utf8')).not.toContain('openpit')
    await vault.forget('venue-c')
  })

  it(
    'shows the entry to another client of the Secret Service',
    passOver(search().error !== undefined, 'no secret-tool is installed'),
    async () => {
      await vault.save('venue-c', credentials)
      const { stdout, stderr } = search()
      expect(stdout + stderr).toContain('venue-c')
      await vault.forget('venue-c')
    },
  )
})
