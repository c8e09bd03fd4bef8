/** Finds every reader of a venue's records and every field that it reads, by asking the readers themselves: a new reader or field joins by itself. */

import type { Read } from '../../../shared/broker/fields.ts'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { code, NOW, sym } from '../../fakes/window/scriptedCore.ts'

export type Reader = (value: unknown) => Read<unknown>

export const PROFILE = venueProfile.parse({
  name: 'V',
  kind: 'live',
  restUrl: 'https://venue.example',
  streamUrl: 'wss://venue.example/ws',
})

const modules = import.meta.glob<Record<string, unknown>>('../../../shared/broker/*Records.ts', {
  eager: true,
})

/** What a reader takes beside the record. */
const OWNER = [code('C1042'), PROFILE] as const
const BESIDE: Readonly<Record<string, readonly unknown[]>> = {
  readTransfer: [
    { customerCode: code('C1042'), kind: 'deposit', amount: '1', asset: 'USDC', note: null },
    PROFILE,
  ],
  readTicker: [NOW],
  readMarketTrade: [sym('BTCUSDC_PERP')],
}
/** A token goes back to the venue and is never shown. */
const NOT_SHOWN = new Set(['readToken'])

export const READERS: readonly (readonly [name: string, read: Reader])[] = Object.values(modules).flatMap(
  (exported) =>
    Object.entries(exported).flatMap(([name, read]): [string, Reader][] =>
      name.startsWith('read') && !NOT_SHOWN.has(name)
        ? [
            [
              name,
              (value) => (read as (...words: unknown[]) => Read<unknown>)(value, ...(BESIDE[name] ?? OWNER)),
            ],
          ]
        : [],
    ),
)

const CANDIDATES: readonly unknown[] = ['open', '1', 'C1042', 'BTCUSDC_PERP', 'buy', '1700000000000', []]

export interface KnownRecord {
  /** The fields that the reader needs, with values that it takes. */
  readonly sample: Readonly<Record<string, unknown>>
  /** Every field that the reader asks for. */
  readonly fields: readonly string[]
}

/** Learns what a reader needs from its own sentences (`trade: price is missing`). */
export function learn(read: Reader): KnownRecord {
  const sample: Record<string, unknown> = {}
  const tried = new Map<string, number>()
  const asked = new Set<string>()
  const spied = () =>
    new Proxy(sample, {
      getOwnPropertyDescriptor(target, field) {
        if (typeof field === 'string') asked.add(field)
        return Reflect.getOwnPropertyDescriptor(target, field)
      },
    })
  for (;;) {
    const result = read(spied())
    if (result.ok) return { sample, fields: [...asked] }
    const [, field = ''] = /^[^:]+: (\S+) /.exec(result.failure) ?? []
    const place = tried.get(field) ?? 0
    if (!asked.has(field) || place >= CANDIDATES.length)
      throw new Error(`no sample for ${field}: ${result.failure}`)
    sample[field] = CANDIDATES[place]
    tried.set(field, place + 1)
  }
}
