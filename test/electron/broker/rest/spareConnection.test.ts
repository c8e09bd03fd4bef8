import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { HTTP_LIMITS, openHttp, type HttpRequest } from '../../../../electron/broker/rest/http.ts'
import { FakeClock } from '../../../fakes/fakeClock.ts'

const ORDER: HttpRequest = { method: 'POST', path: '/v1/orders', headers: {}, body: '{}' }

/** A venue that answers everything, and knows its connections in the order in which they came, with what each carried. */
async function openVenue() {
  const connections: { socket: Socket; requests: number; closed: boolean }[] = []
  const server = createServer((socket) => {
    const connection = { socket, requests: 0, closed: false }
    connections.push(connection)
    socket.on('error', () => {})
    socket.on('close', () => (connection.closed = true))
    socket.on('data', () => {
      connection.requests++
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    for (const { socket } of connections) socket.destroy()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clock = new FakeClock()
  // A used connection is let go of by the real time, a spare by the clock.
  const http = openHttp(url, clock, { ...HTTP_LIMITS, idleMs: 100 })
  onTestFinished(() => http.close())
  const unused = () => connections.filter(({ requests, closed }) => requests === 0 && !closed)
  return { clock, connections, http, unused }
}

test('a request after a pause goes out on an open spare connection, and another spare is opened', async () => {
  const { connections, http, unused } = await openVenue()
  expect(await http.send(ORDER)).toMatchObject({ kind: 'answered', status: 200 })
  await vi.waitFor(() => expect(connections[0]?.closed).toBe(true))
  await vi.waitFor(() => expect(unused()).toHaveLength(1))
  const [ready] = unused()
  expect(await http.send(ORDER)).toMatchObject({ kind: 'answered', status: 200 })
  expect(ready?.requests).toBe(1)
  await vi.waitFor(() => expect(unused()).toHaveLength(1))
  expect(connections.map(({ requests }) => requests)).toEqual([1, 1, 0])
})

test('the spare is replaced before it grows old, and there is never more than one', async () => {
  const { clock, connections, http, unused } = await openVenue()
  await http.send(ORDER)
  for (let count = 2; count < 5; count++) {
    await vi.waitFor(() => expect(unused()).toHaveLength(1))
    expect(connections).toHaveLength(count)
    clock.advance(200)
    await vi.waitFor(() => expect(connections[count - 1]?.closed).toBe(true))
  }
})

test('a spare is used in a program that has run for long', async () => {
  const { clock, http, unused } = await openVenue()
  clock.advance(3_600_000)
  await http.send(ORDER)
  await vi.waitFor(() => expect(unused()).toHaveLength(1))
  const [ready] = unused()
  await vi.waitFor(async () => {
    await http.send(ORDER)
    expect(ready?.requests).toBe(1)
  })
})

test('a spare that slept with the machine is not sent on: the venue may have closed it unheard', async () => {
  const { clock, connections, http, unused } = await openVenue()
  await http.send(ORDER)
  await vi.waitFor(() => expect(connections[0]?.closed).toBe(true))
  await vi.waitFor(() => expect(unused()).toHaveLength(1))
  const [ready] = unused()
  clock.setWall(3 * 3_600_000)
  expect(await http.send(ORDER)).toMatchObject({ kind: 'answered', status: 200 })
  expect(ready?.requests).toBe(0)
})

test('a spare that the venue closed is not sent on: the request opens its own', async () => {
  const { connections, http, unused } = await openVenue()
  await http.send(ORDER)
  await vi.waitFor(() => expect(connections[0]?.closed).toBe(true))
  await vi.waitFor(() => expect(unused()).toHaveLength(1))
  unused()[0]?.socket.end()
  await vi.waitFor(() => expect(unused()).toEqual([]))
  expect(await http.send(ORDER)).toMatchObject({ kind: 'answered', status: 200 })
})

test('closing leaves no connection behind', async () => {
  const { connections, http, unused } = await openVenue()
  await http.send(ORDER)
  await vi.waitFor(() => expect(unused()).toHaveLength(1))
  http.close()
  await vi.waitFor(() => expect(connections.every(({ closed }) => closed)).toBe(true))
})
