import { expect, it } from 'vitest'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { BookScanner } from '../../../shared/broker/stream/bookBytes.ts'
import { parseStreamMessage } from '../../../shared/broker/stream/streamMessages.ts'
import { Book } from '../../../shared/domain/book/book.ts'
import { HEADER_LENGTH } from '../../../shared/domain/book/bookFrame.ts'
import { frameRing } from './frameRing.ts'

it('the bench’s stream can repeat: no book turns suspect, and each returns to its start', () => {
  const { stream } = venueProfile.parse({
    name: 'Ring',
    kind: 'paper',
    restUrl: 'http://127.0.0.1',
    streamUrl: 'ws://127.0.0.1',
  })
  const names = ['AUSDC_PERP', 'BUSDC_PERP']
  const ring = frameRing(names, 3_000)
  const scanner = new BookScanner<Book>(stream)
  const books = [...ring.snapshots.values()].map((text) => {
    const message = parseStreamMessage(text, stream)
    const book = new Book()
    if (message.kind !== 'snapshot') return book
    book.replace(message.changes)
    scanner.follow(message.symbol, book)
    return book
  })
  const rows = () =>
    books.map((book) => {
      const frame = new Float64Array(500)
      return [...frame.subarray(0, book.writeFrame(1, 40, frame)).subarray(HEADER_LENGTH)]
    })
  const first = rows()
  const faults: unknown[] = []
  for (let round = 0; round < 2; round++)
    for (const bytes of ring.updates) {
      const book = scanner.scan(bytes)
      const fault = book === null ? 'unread' : book.applyNoted()
      if (fault !== null) faults.push(fault)
    }
  expect(faults).toEqual([])
  expect(rows()).toEqual(first)
  expect([...ring.snapshots.keys()]).toEqual(names)
})
