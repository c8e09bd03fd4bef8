/** Stores used nonces. Checks none. */

import type { NonceStore } from '../session/nonceChecker.ts'
import type { Database } from './database.ts'

export function nonceTable(database: Database): NonceStore {
  const { statement } = database
  return {
    has: (publicKey, nonce) =>
      statement('SELECT 1 FROM usedNonces WHERE publicKey = ? AND nonce = ?').get(publicKey, nonce) !==
      undefined,
    add: (publicKey, nonce) => database.insert('usedNonces', { publicKey, nonce }),
    forget(latest) {
      statement('DELETE FROM usedNonces WHERE nonce <= ?').run(latest)
    },
  }
}
