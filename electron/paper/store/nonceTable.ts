/** Nonces that were used, as long as they could be used again. Judges none. */

import type { NonceShelf } from '../session/nonceBook.ts'
import type { Database } from './database.ts'

export function nonceTable(database: Database): NonceShelf {
  const { statement } = database
  return {
    has: (publicKey, nonce) =>
      statement('SELECT 1 FROM usedNonces WHERE publicKey = ? AND nonce = ?').get(publicKey, nonce) !==
      undefined,
    add: (publicKey, nonce) => database.insert('usedNonces', { publicKey, nonce }),
    forget(floor) {
      statement('DELETE FROM usedNonces WHERE nonce <= ?').run(floor)
    },
  }
}
