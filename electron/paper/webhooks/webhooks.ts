/** Registered webhooks, and the signed delivery of events to them (docs/api.md#webhook, #webhook-events, #gap.27). */

import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import type { Clock, EpochMs, Stop } from '../../../shared/base/clock.ts'

export interface WebhookRecord {
  readonly id: string
  readonly keyId: string
  readonly url: string
  readonly includeAllEvents: boolean
  /** Empty when all events are included. */
  readonly eventTypes: readonly string[]
  /** 32 bytes in base64. */
  readonly publicKey: string
  /** PKCS 8 PEM; never leaves the broker. */
  readonly privateKeyPem: string
  readonly createdAt: EpochMs
}

/** The checked request of a client to register a webhook. */
export type Registration = Pick<WebhookRecord, 'url' | 'includeAllEvents' | 'eventTypes'>

/** Stores registrations; survives a restart where the broker stores its state. */
export interface WebhookStore {
  add(record: WebhookRecord): void
  /** False when there is no such webhook. */
  remove(id: string): boolean
  /** Oldest first. */
  all(): readonly WebhookRecord[]
}

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  readonly webhookId: string
  readonly keyId: string
  readonly url: string
  readonly eventType: string
  /** 1 is the first. */
  readonly attempt: number
  readonly at: EpochMs
  /** Whether the receiver answered with 2xx; null while the attempt is under way. */
  readonly taken: boolean | null
}

export interface Webhooks {
  register(registration: Registration): WebhookRecord
  /** False when there is no such webhook. A removed webhook gets no further attempts. */
  remove(id: string): boolean
  all(): readonly WebhookRecord[]
  /** Delivers an event to every webhook that subscribed to its type. */
  emit(type: string, payload: object): void
  /** The newest attempts, oldest first. */
  deliveries(): readonly DeliveryAttempt[]
  close(): void
}

export interface WebhookOptions {
  readonly registrations: WebhookStore
  readonly clock: Clock
  readonly randomBytes: (size: number) => Uint8Array
}

/** Waits before the second and each later attempt. After the last attempt the event is dropped. */
const AGAIN_AFTER_MS = [1_000, 4_000, 16_000] as const
const ANSWER_WITHIN_MS = 5_000

const RAW_KEY_BYTES = 32
/** Number of attempts that `deliveries` returns. */
const ATTEMPTS_KEPT = 200

/** A random UUID (RFC 9562, version 4). */
function uuid(bytes: Uint8Array): string {
  const all = Uint8Array.from(bytes)
  all[6] = ((all[6] ?? 0) & 0x0f) | 0x40
  all[8] = ((all[8] ?? 0) & 0x3f) | 0x80
  const hex = Buffer.from(all).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

export function openWebhooks({ registrations, clock, randomBytes }: WebhookOptions): Webhooks {
  // By webhook: the attempts and waits to stop when the webhook is removed.
  const underway = new Map<string, Set<Stop>>()
  const newId = () => uuid(randomBytes(16))
  const attempts: { -readonly [Field in keyof DeliveryAttempt]: DeliveryAttempt[Field] }[] = []

  const end = (id: string) => {
    for (const stop of underway.get(id) ?? []) stop()
    underway.delete(id)
  }

  /** Delivers one event to one webhook. Every attempt sends the same bytes and signature, until the receiver answers 2xx. */
  const deliver = (webhook: WebhookRecord, eventType: string, body: string) => {
    const stops = underway.get(webhook.id) ?? new Set<Stop>()
    underway.set(webhook.id, stops)
    const signature = sign(null, Buffer.from(body, 'utf8'), createPrivateKey(webhook.privateKeyPem))
    const attempt = async (number: number): Promise<void> => {
      const abort = new AbortController()
      const stopTimer = clock.after(ANSWER_WITHIN_MS, () => abort.abort())
      let ended = false
      const stop = () => {
        ended = true
        abort.abort()
      }
      stops.add(stop)
      const { id: webhookId, keyId, url } = webhook
      const made = { webhookId, keyId, url, eventType, attempt: number + 1, at: clock.now() }
      const noted: (typeof attempts)[number] = { ...made, taken: null }
      attempts.push(noted)
      if (attempts.length > ATTEMPTS_KEPT) attempts.shift()
      const taken = await post(webhook, body, signature.toString('base64'), abort.signal)
      noted.taken = taken
      stopTimer()
      stops.delete(stop)
      const wait = AGAIN_AFTER_MS[number]
      if (taken || ended || wait === undefined) return
      const again = clock.after(wait, () => {
        stops.delete(again)
        void attempt(number + 1)
      })
      stops.add(again)
    }
    void attempt(0)
  }

  return {
    register(registration) {
      const { publicKey, privateKey } = generateKeyPairSync('ed25519')
      const record: WebhookRecord = {
        ...registration,
        id: newId(),
        keyId: newId(),
        publicKey: publicKey
          .export({ type: 'spki', format: 'der' })
          .subarray(-RAW_KEY_BYTES)
          .toString('base64'),
        privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        createdAt: clock.now(),
      }
      registrations.add(record)
      return record
    },
    remove(id) {
      end(id)
      return registrations.remove(id)
    },
    all: () => registrations.all(),
    emit(type, payload) {
      const at = new Date(clock.now()).toISOString()
      const event = { id: newId(), event_type: type, created_at: at, data: payload }
      for (const webhook of registrations.all())
        if (webhook.includeAllEvents || webhook.eventTypes.includes(type))
          deliver(webhook, type, JSON.stringify({ ...event, key_id: webhook.keyId }))
    },
    deliveries: () => attempts.map((attempt) => ({ ...attempt })),
    close() {
      for (const id of underway.keys()) end(id)
    },
  }
}

/** Whether the receiver answered 2xx. A redirect counts as a failure: its target was never registered. */
async function post(
  { url, keyId }: WebhookRecord,
  body: string,
  signature: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'Content-Type': 'application/json', 'X-Signature': signature, 'X-Key-Id': keyId },
      body,
      signal,
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    // No receiver, or a timeout: tried again like any other failure.
    return false
  }
}
