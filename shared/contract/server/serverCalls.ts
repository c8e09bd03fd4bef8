/** Answers the calls of one window: checks scope, schema and age, then calls the handler. Knows no command by name. */

import type { Clock, EpochMs } from '../../base/clock.ts'
import { MAX_ACT_AGE } from '../../domain/actAge.ts'
import { commands, type CommandName } from '../contract.ts'
import type { Command, Scope } from '../define.ts'
import { failureOf, type Failure } from '../failure.ts'
import { faultOf, type ClientFrame, type ServerFrame } from '../frames.ts'
import type { Caller, CommandHandlers } from '../ports.ts'

/** Calls of one window under way at once, and its subscriptions. */
export const MAX_OPEN = 512

export const NOT_PERMITTED: Readonly<Record<Scope, string>> = {
  trade:
    'This window may not trade here, so nothing was sent. A replay accepts no orders. A browser window trades on the paper broker only, unless the terminal was started with --allow-live-trading.',
  desktop: 'This window may not change the settings of this machine.',
  read: 'This window may not read this data.',
}

/** A handler of any command, without its types. */
type AnyHandler = (
  request: unknown,
  caller: Caller,
  at: EpochMs,
) => Promise<{ ok: true; value: unknown } | { ok: false; failure: Failure }>

export interface ServerCallsOptions {
  readonly handlers: CommandHandlers
  readonly caller: Caller
  readonly clock: Clock
  readonly send: (frame: ServerFrame) => void
  /** Receives what a handler threw. Never receives a request, which may hold a password. */
  readonly report: (sentence: string, error: unknown) => void
}

type Call = Extract<ClientFrame, { kind: 'call' }>

export class ServerCalls {
  private readonly options: ServerCallsOptions
  private readonly calls = new Set<number>()

  constructor(options: ServerCallsOptions) {
    this.options = options
  }

  async answer(call: Call): Promise<void> {
    const { caller, send } = this.options
    const { id, name } = call
    const refuse = (failure: Failure) => send({ kind: 'refusal', id, failure })
    if (!Object.hasOwn(commands, name))
      return refuse(failureOf('invalid-request', `There is no command "${name}".`))
    const command: Command = commands[name as CommandName]
    if (!caller.allows(command.scope)) return refuse(failureOf('not-permitted', NOT_PERMITTED[command.scope]))
    const request = command.request.safeParse(call.body)
    if (!request.success) {
      const { message, field } = faultOf(request.error)
      return refuse(failureOf('invalid-request', message, { field }))
    }
    const late = this.whyTooLate(command, call)
    if (late) return refuse(late)
    if (this.calls.size >= MAX_OPEN)
      return refuse(
        failureOf(
          'overflow',
          'Too many requests are waiting for an answer, so this request was not sent. Try again after the next answer.',
        ),
      )
    await this.run(call, command, request.data)
  }

  /** Window and core share one machine's clock. An age in either direction means that the time of the key is unknown. */
  private whyTooLate(command: Command, { at }: Call): Failure | null {
    const age = Math.abs(this.options.clock.now() - at)
    if (!command.expires || age <= MAX_ACT_AGE) return null
    return failureOf(
      'refused',
      `This reached the terminal ${Math.round(age / 1000)} s after the key, which is too late. The terminal did nothing. Check the present state, then send it again.`,
    )
  }

  private async run({ id, name, at }: Call, command: Command, request: unknown): Promise<void> {
    const { handlers, caller, send, report } = this.options
    this.calls.add(id)
    try {
      const result = await (handlers[name as CommandName] as AnyHandler)(request, caller, at)
      if (result.ok) send({ kind: 'reply', id, body: result.value })
      else send({ kind: 'refusal', id, failure: result.failure })
    } catch (error) {
      report(`The handler of ${name} threw.`, error)
      send({
        kind: 'refusal',
        id,
        failure: failureOf(
          'internal',
          command.scope === 'trade'
            ? 'The terminal failed while it handled this request. What you asked for may have been done: look before you ask again.'
            : 'The terminal failed while it handled this request. Everything else works.',
        ),
      })
    } finally {
      this.calls.delete(id)
    }
  }
}
