/** Process: the REST side of a venue on loopback, on raw TCP. Stamps the arrival of each order's first byte, answers all but orders at once. Started with the number of instruments, the ms after which an order is answered, and the number of customers with a past. */

import { createServer, type Socket } from 'node:net'
import { pastOf } from './past.ts'
import { CUSTOMER, symbolsOf, type ArrivedOrder, type Touches } from './words.ts'

const SYMBOLS = symbolsOf(Number(process.argv[2]))
const ANSWER_MS = Number(process.argv[3])
const past = pastOf(Number(process.argv[4] ?? 0))
const HEAD_END = '\r\n\r\n'
const orders = new Map<string, object>()
const arrived: ArrivedOrder[] = []
/** For tickers that are always fresh. */
let touch: Touches = {}

const lists: Readonly<Record<string, (query: URLSearchParams) => unknown>> = {
  '/v1/trades': (query) => past.page('trades', query.get('before')),
  '/v1/customers/transactions': (query) => past.page('rows', query.get('before')),
  '/v1/instruments': () =>
    SYMBOLS.map((symbol) => ({
      symbol,
      underlying: symbol.replace('USDC_PERP', ''),
      quote_currency: 'USDC',
      status: 'active',
    })),
  '/v1/tickers': () =>
    SYMBOLS.map((symbol) => ({
      symbol,
      last_price: touch[symbol]?.bid,
      mark_price: touch[symbol]?.bid,
      best_bid: touch[symbol]?.bid,
      best_ask: touch[symbol]?.ask,
    })),
  '/auth/jwt/login': () => ({ access_token: 'bench', token_type: 'bearer' }),
}

const MARGIN = {
  initial_margin: '10',
  maintenance_margin: '5',
  max_leverage: '10',
  instrument_margins: [],
}
const MARGIN_PATH = /^\/v1\/customers\/[^/]+\/margin-profile$/
const ORDERS_PATH = /^\/v1\/customers\/([^/]+)\/orders$/

const ORDER_PATH = /^\/v1\/customers\/[^/]+\/orders\/([^/]+)$/

interface Answer {
  readonly status: string
  readonly body: unknown
}

const NOT_FOUND: Answer = { status: '404 Not Found', body: { error: { code: 'NOT_FOUND' } } }
const found = (body: unknown): Answer => ({ status: '200 OK', body })

function answerTo(line: string, body: string): Answer {
  const [method, path = ''] = line.split(' ')
  const [name = '', query = ''] = path.split('?')
  const list = lists[name]
  if (list) return found(list(new URLSearchParams(query)))
  if (MARGIN_PATH.test(name)) return found(MARGIN)
  if (method !== 'POST') {
    const [, referenceId] = ORDER_PATH.exec(name) ?? []
    if (referenceId === undefined) return found([])
    const order = orders.get(referenceId)
    return order ? found(order) : NOT_FOUND
  }
  // Over at once, so that nothing adds up while it is measured.
  const asked = JSON.parse(body) as Record<string, unknown>
  const order = {
    ...asked,
    customer_code: ORDERS_PATH.exec(name)?.[1] ?? CUSTOMER,
    status: 'canceled',
    filled_amount: '0',
    filled_quote: '0',
  }
  orders.set(String(asked['reference_id']), order)
  return found(order)
}

function serve(socket: Socket): void {
  let waiting = ''
  let firstByteAt = 0n
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    if (waiting === '') firstByteAt = process.hrtime.bigint()
    waiting += chunk.toString('latin1')
    const end = waiting.indexOf(HEAD_END)
    if (end < 0) return
    const head = waiting.slice(0, end)
    const from = end + HEAD_END.length
    const to = from + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
    if (waiting.length < to) return
    const body = waiting.slice(from, to)
    waiting = waiting.slice(to)
    const [line = ''] = head.split('\r\n')
    const isOrder = /^POST \S*\/orders /.test(line)
    if (isOrder) {
      const { reference_id: referenceId } = JSON.parse(body) as Record<string, unknown>
      arrived.push({ referenceId: String(referenceId), at: firstByteAt.toString() })
    }
    const { status, body: answered } = answerTo(line, body)
    const text = JSON.stringify(answered)
    const answer = () =>
      socket.write(
        `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ndate: ${new Date().toUTCString()}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
      )
    if (isOrder && ANSWER_MS > 0) setTimeout(answer, ANSWER_MS)
    else answer()
  })
}

const server = createServer(serve)
process.on('message', (message: { touch?: Touches }) => {
  if (message.touch) touch = message.touch
  process.send?.(arrived.splice(0))
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
