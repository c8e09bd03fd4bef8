import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { venueProfile } from '../../../shared/broker/venueProfile.ts'
import { SCHEMA_FILE, schemaText } from '../../tools/generate/writeVenueSchema.ts'

const example = JSON.parse(
  readFileSync(new URL('../../../docs/venue.example.json', import.meta.url), 'utf8'),
) as Record<string, unknown>
const least = { name: 'V', kind: 'live', restUrl: 'https://v.example', streamUrl: 'wss://v.example/s' }

describe('the venue profile', () => {
  test('the published JSON Schema is up to date (node test/tools/generate/writeVenueSchema.ts)', () => {
    expect(readFileSync(SCHEMA_FILE, 'utf8')).toBe(schemaText())
  })

  test('the published schema requires four fields, refuses unknown ones and states every default', () => {
    const schema = JSON.parse(schemaText()) as {
      required: string[]
      additionalProperties: boolean
      properties: Record<string, { default?: unknown; properties?: Record<string, { default?: unknown }> }>
    }
    expect(schema.required.toSorted()).toEqual(['kind', 'name', 'restUrl', 'streamUrl'])
    expect(schema.additionalProperties).toBe(false)
    expect(schema.properties['auth']?.default).toBe('bearer')
    expect(schema.properties['capabilities']?.properties?.['amend']?.default).toBe(false)
    expect(schema.properties['paths']?.properties?.['webhooks']?.default).toBe('/webhooks')
  })

  test('the example file is a profile', () => {
    expect(venueProfile.safeParse(example).error).toBeUndefined()
  })

  test('addresses and undocumented choices have their defaults [gap.1 4.prefix.webhooks]', () => {
    const read = venueProfile.parse(least)
    expect(read).toMatchObject({
      auth: 'bearer',
      paths: { login: '/auth/jwt/login', webhooks: '/webhooks', customers: '/v1/customers' },
      capabilities: { openOrders: true, amend: false },
      directions: { in: ['in', 'credit'], out: ['out', 'debit'] },
    })
    expect(venueProfile.parse({ ...least, paths: { webhooks: '/api/v1/webhooks' } }).paths).toMatchObject({
      webhooks: '/api/v1/webhooks',
      login: '/auth/jwt/login',
    })
  })

  test.each([
    ['restUrl', { restUrl: 'ftp://v.example' }],
    ['restUrl', { restUrl: 'https://v.example/#part' }],
    ['streamUrl', { streamUrl: 'https://v.example' }],
    ['paths.customers', { paths: { customers: 'v1/customers' } }],
    ['headers.nonce', { headers: { nonce: 'X Nonce' } }],
    ['', { password: 'x' }],
  ])('a fault is named by its path: %s', (path, fault) => {
    const read = venueProfile.safeParse({ ...least, ...fault })
    expect(read.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path])
  })
})
