/** Stores webhook registrations with the keys that sign their deliveries. Delivers nothing. */

import type { WebhookRecord, WebhookStore } from '../webhooks/webhooks.ts'
import type { Database } from './database.ts'

export function webhookTable(database: Database): WebhookStore {
  const { statement } = database
  const recordOf = (row: Record<string, unknown>): WebhookRecord => ({
    ...(row as unknown as WebhookRecord),
    includeAllEvents: row['includeAllEvents'] === 1,
    eventTypes: JSON.parse(String(row['eventTypes'])) as string[],
  })
  return {
    add: (record) =>
      database.insert('webhooks', {
        ...record,
        includeAllEvents: record.includeAllEvents ? 1 : 0,
        eventTypes: JSON.stringify(record.eventTypes),
      }),
    remove: (id) => statement('DELETE FROM webhooks WHERE id = ?').run(id).changes > 0,
    all: () =>
      statement(
        `SELECT id, keyId, url, includeAllEvents, eventTypes, publicKey, privateKeyPem, createdAt
         FROM webhooks ORDER BY sequence`,
      )
        .all()
        .map(recordOf),
  }
}
