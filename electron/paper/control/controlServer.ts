/** Serves the control commands of the paper broker on a port and token of their own. Never on the port or the paths of the API. */

import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isObject, type Json } from '../../../shared/broker/fields.ts'
import { fromLoopbackProgram } from '../api/loopback.ts'
import type { ControlCommand } from './controlCommands.ts'

// As in `api/apiServer.ts`: an import would load all of fetch.
const { createServer } = process.getBuiltinModule('node:http')

const BODY_LIMIT = 16 * 1024

export interface ControlServer {
  readonly url: string
  readonly token: string
  close(): void
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

async function bodyOf(request: IncomingMessage): Promise<Json | null> {
  let text = ''
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8')
    if (text.length > BODY_LIMIT) return null
  }
  try {
    const value: unknown = text === '' ? {} : JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

const isComplete = (body: Json, fields: readonly string[]): boolean => {
  const known = fields.map((field) => field.replace('?', ''))
  const needed = fields.filter((field) => !field.endsWith('?'))
  return Object.keys(body).every((name) => known.includes(name)) && needed.every((name) => name in body)
}

/** Opens a free port on 127.0.0.1. Requests must carry `token` as `Authorization: Bearer`. */
export async function openControlServer(
  commands: readonly ControlCommand[],
  token: string,
  onFault: (error: unknown) => void,
): Promise<ControlServer> {
  const expected = digest(`Bearer ${token}`)
  const say = (response: ServerResponse, status: number, value: unknown) => {
    response.writeHead(status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(value))
  }
  const refuse = (response: ServerResponse, status: number, message: string) =>
    say(response, status, { message })

  const attend = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await bodyOf(request)
    const { method = '', url = '', headers } = request
    const local = fromLoopbackProgram(headers)
    if (!local.ok) return refuse(response, 403, local.failure.message)
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected))
      return refuse(response, 401, 'the control token is missing or wrong')
    const command = commands.find((each) => each.method === method && each.path === url)
    if (!command) return refuse(response, 404, 'there is no such command')
    if (body === null)
      return refuse(response, 400, `the body must be a JSON object of at most ${BODY_LIMIT} bytes`)
    if (!isComplete(body, command.fields))
      return refuse(response, 400, `the fields of this command are: ${command.fields.join(', ') || 'none'}`)
    const answer = command.run(body)
    return answer.ok ? say(response, 200, answer.value) : refuse(response, 400, answer.failure)
  }

  const server = createServer((request, response) => void attend(request, response).catch(onFault))
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
