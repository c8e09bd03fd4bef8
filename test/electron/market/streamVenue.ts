/** A venue's public stream for tests: a real WebSocket server on loopback that keeps books, in the words of docs/api.md#part-6. */

import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import type { BookChange } from '../../../shared/domain/book/book.ts'

type Pairs = Map<string, string>

export class StreamVenue {
  private readonly server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
  private readonly subscribers = new Map<string, Set<WebSocket>>()
  readonly books = new Map<string, { bid: Pairs; ask: Pairs }>()
  /** Channels in the order they were subscribed, repeats included. */
  readonly subscribed: string[] = []
  /** Updates sent since the last snapshot, by symbol. */
  readonly updates = new Map<string, number>()
  connections = 0
  /** Channels that get no answer. */
  readonly mute = new Set<string>()

  constructor() {
    this.server.on('connection', (socket) => {
      this.connections++
      socket.on('message', (data: Buffer) => {
        const { op, args } = JSON.parse(data.toString()) as { op: string; args: string[] }
        for (const channel of args) {
          if (op === 'unsubscribe') this.subscribers.get(channel)?.delete(socket)
          if (op === 'subscribe') this.subscribe(channel, socket)
        }
      })
      socket.on('close', () => {
        for (const all of this.subscribers.values()) all.delete(socket)
      })
    })
  }

  async open(): Promise<string> {
    if (!this.server.address()) await new Promise((done) => this.server.once('listening', done))
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  get openConnections(): number {
    return this.server.clients.size
  }

  book(symbol: string) {
    let book = this.books.get(symbol)
    if (!book) this.books.set(symbol, (book = { bid: new Map(), ask: new Map() }))
    return book
  }

  private subscribe(channel: string, socket: WebSocket) {
    this.subscribed.push(channel)
    if (this.mute.has(channel)) return
    const all = this.subscribers.get(channel) ?? new Set()
    this.subscribers.set(channel, all.add(socket))
    socket.send(JSON.stringify({ op: 'subscribe', args: [channel] }))
    const [family, symbol = ''] = channel.split(':')
    if (family !== 'orderbook-stream') return
    const { bid, ask } = this.book(symbol)
    const changes = (type: 'bid' | 'ask', side: Pairs) =>
      [...side].map(([price, amount]) => ({ action: 'new', type, price, amount }))
    this.updates.set(symbol, 0)
    socket.send(
      JSON.stringify({ channel, type: 'snapshot', data: [...changes('bid', bid), ...changes('ask', ask)] }),
    )
  }

  /** Sets levels (amount `0` takes one away) and sends them as one update. */
  update(symbol: string, levels: readonly (readonly ['bid' | 'ask', string, string])[]): void {
    const book = this.book(symbol)
    const changes = levels.map(([type, price, amount]): BookChange => {
      const side = book[type]
      const action = amount === '0' ? 'delete' : side.has(price) ? 'change' : 'new'
      if (amount === '0') side.delete(price)
      else side.set(price, amount)
      return { action, type, price, amount }
    })
    this.updates.set(symbol, (this.updates.get(symbol) ?? 0) + 1)
    this.send(`orderbook-stream:${symbol}`, { type: 'update', data: changes })
  }

  trade(
    symbol: string,
    trade: { code: string | null; price: string; amount: string; at: number; side?: string },
  ): void {
    const { at, ...rest } = trade
    this.send(`market-trades:${symbol}`, {
      type: 'update',
      data: { symbol, side: 'buy', ...rest, created_at: at },
    })
  }

  /** Closes the subscription of all who have it, as docs/api.md#7.channelScoped says of the four codes. */
  fail(channel: string, code: string): void {
    const all = [...(this.subscribers.get(channel) ?? [])]
    this.subscribers.delete(channel)
    for (const socket of all) socket.send(JSON.stringify({ channel, code, message: 'upstream' }))
  }

  send(channel: string, body: object): void {
    this.raw(channel, JSON.stringify({ channel, ...body }))
  }

  raw(channel: string, text: string): void {
    for (const socket of this.subscribers.get(channel) ?? []) socket.send(text)
  }

  /** Cuts every connection. */
  cut(): void {
    for (const socket of this.server.clients) socket.terminate()
  }

  /** Best price and amount first. */
  sorted(symbol: string, type: 'bid' | 'ask'): [string, string][] {
    const sign = type === 'bid' ? -1 : 1
    return [...this.book(symbol)[type]].toSorted((a, b) => sign * (Number(a[0]) - Number(b[0])))
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise((done) => this.server.close(done))
  }
}
