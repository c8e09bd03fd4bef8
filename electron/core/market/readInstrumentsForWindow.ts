/** Reads from the venue the instruments that a window asks for, by filter. Stores no result. Sends nothing. */

import { ok } from '../../../shared/base/result.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'
import type { Access } from '../support/brokerAccess.ts'
import { createReadForWindow, setFilters } from '../support/readVenueForWindow.ts'

export function createInstrumentsRead(access: Pick<Access, 'broker'>): CommandHandlers['instruments.read'] {
  const readFrom = createReadForWindow(access)
  return (filter) =>
    readFrom(async (broker) => {
      const list = await broker.instruments(setFilters(filter))
      return list.ok ? ok([...list.value.items]) : list
    })
}
