/** Stores notices in the database as JSON text. Decides nothing about their content or number. */

import type { DatabaseSync } from 'node:sqlite'
import { transaction } from './database.ts'
import type { NoticeRows, NoticeRowsChange } from './protocol.ts'

export class NoticeTable {
  private readonly database: DatabaseSync
  private readonly statements
  private changed: number

  constructor(database: DatabaseSync) {
    this.database = database
    this.statements = {
      put: database.prepare(
        `INSERT INTO notice (id, changed, body) VALUES (?, ?, ?)
         ON CONFLICT DO UPDATE SET changed = excluded.changed, body = excluded.body`,
      ),
      drop: database.prepare('DELETE FROM notice WHERE id = ?'),
      all: database.prepare('SELECT id, body FROM notice ORDER BY changed'),
      newest: database.prepare('SELECT coalesce(max(changed), 0) AS changed FROM notice'),
      see: database.prepare(
        'INSERT INTO account (name, through) VALUES (?, ?) ON CONFLICT DO UPDATE SET through = excluded.through',
      ),
      seen: database.prepare('SELECT name, through FROM account'),
    }
    this.changed = Number(this.statements.newest.get()?.['changed'])
    // Throws for a number that no notice has, so that such a file is refused when it is opened.
    this.read()
  }

  read(): NoticeRows {
    return {
      notices: this.statements.all.all().map((row) => ({ id: Number(row['id']), body: String(row['body']) })),
      seenThrough: this.statements.seen.all().map((row) => [String(row['name']), Number(row['through'])]),
    }
  }

  /** Stores the whole change, or nothing where the disk fails; then throws. */
  save({ put, drop, seenThrough }: NoticeRowsChange): void {
    transaction(this.database, () => {
      for (const { id, body } of put) this.statements.put.run(id, ++this.changed, body)
      for (const id of drop) this.statements.drop.run(id)
      for (const [account, at] of seenThrough) this.statements.see.run(account, at)
    })
  }
}
