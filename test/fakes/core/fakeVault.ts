/** A keychain in memory that can be missing. The real one is tested in test/keychain. */

import { fail, ok } from '../../../shared/base/result.ts'
import type { Credentials } from '../../../electron/core/ports/credentials.ts'
import type { Vault } from '../../../electron/core/ports/vault.ts'

export class FakeVault implements Vault {
  available = true
  readonly held = new Map<string, Credentials>()

  async status() {
    return { available: this.available, message: this.available ? null : 'No keychain here.' }
  }
  async save(venueId: string, credentials: Credentials) {
    if (!this.available) return fail('No keychain here.')
    this.held.set(venueId, credentials)
    return ok(null)
  }
  async load(venueId: string) {
    return this.available ? ok(this.held.get(venueId) ?? null) : fail('No keychain here.')
  }
  async forget(venueId: string) {
    this.held.delete(venueId)
    return ok(null)
  }
}
