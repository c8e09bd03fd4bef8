import { expect, it } from 'vitest'
import { venueProfile } from '../../shared/broker/venueProfile.ts'
import { BookScanner } from '../../shared/broker/bookBytes.ts'
import { parseStreamMessage } from '../../shared/broker/streamMessages.ts'
import { Book } from '../../shared/domain/book.ts'
import { HEADER_LENGTH } from '../../shared/domain/bookFrame.ts'
import { BookChanges } from '../../shared/domain/bookChanges.ts'
import { frameRing } from './venue/frameRing.ts'

it('the bench’s stream can be sent round and round: no book ever loses trust, and each is back where it began', () => {
  const { stream } = venueProfile.parse({
    name: 'Ring',
    kind: 'paper',
    restUrl: 'http://127.0.0.1',
    streamUrl: 'ws://127.0.0.1',
  })
  const names = ['AUSDC_PERP', 'BUSDC_PERP']
  const ring = frameRing(names, 3_000)
  const books = new Map(
    [...ring.snapshots].map(([symbol, text]) => {
      const message = parseStreamMessage(text, stream)
      const book = new Book()
      if (message.kind === 'snapshot') book.replace(message.changes)
      return [symbol, book]
    }),
  )
  const rows = () =>
    [...books.values()].map((book) => {
      const frame = new Float64Array(500)
      return [...frame.subarray(0, book.writeFrame(1, 40, frame)).subarray(HEADER_LENGTH)]
    })
  const first = rows()
  const scanner = new BookScanner(stream)
  const changes = new BookChanges()
  const faults: unknown[] = []
  for (let round = 0; round < 2; round++)
    for (const bytes of ring.updates) {
      const symbol = scanner.scan(bytes, changes)
      const fault = symbol === null ? 'unread' : books.get(symbol)?.applyCounted(changes)
      if (fault !== null) faults.push(fault)
    }
  expect(faults).toEqual([])
  expect(rows()).toEqual(first)
  expect([...ring.snapshots.keys()]).toEqual(names)
})
