/** The window's calls that wait for their reply. Settles each exactly once; never sends a call again. */

import type { Clock } from '../../base/clock.ts'
import { fail, ok, type Result } from '../../base/result.ts'
import type { ClientLink } from './clientLink.ts'
import { commands, type CommandName } from '../contract.ts'
import type { Command } from '../define.ts'
import { failureOf, type Failure } from '../failure.ts'

interface PendingCall {
  readonly command: Command
  readonly settle: (result: Result<unknown, Failure>) => void
}

export class ClientCalls {
  private readonly link: ClientLink
  private readonly clock: Clock
  private readonly pending = new Map<number, PendingCall>()

  constructor(link: ClientLink, clock: Clock) {
    this.link = link
    this.clock = clock
  }

  call(name: CommandName, request: unknown): Promise<Result<unknown, Failure>> {
    if (!this.link.isUp)
      return Promise.resolve(
        fail(
          this.link.refusal ??
            failureOf(
              'not-connected',
              'The link to the core is down, so nothing was sent. Wait until the window is connected again.',
            ),
        ),
      )
    const id = this.link.takeId()
    return new Promise((settle) => {
      this.pending.set(id, { command: commands[name], settle })
      try {
        this.link.send({ kind: 'call', id, name, at: this.clock.now(), body: request })
      } catch {
        // The transport could not encode the request, so nothing was sent.
        this.pending.delete(id)
        settle(
          fail(
            failureOf(
              'invalid-request',
              'The request holds a value that cannot be sent, so nothing was sent.',
            ),
          ),
        )
      }
    })
  }

  replied(id: number, body: unknown): void {
    const call = this.take(id)
    if (!call) return
    const read = call.command.reply.safeParse(body)
    call.settle(read.success ? ok(read.data) : fail(unreadableReply(call.command)))
  }

  refused(id: number, failure: Failure): void {
    this.take(id)?.settle(fail(failure))
  }

  /** The link is lost: every pending call fails. */
  lost(): void {
    const pending = [...this.pending.values()]
    this.pending.clear()
    for (const { command, settle } of pending) settle(fail(lostInFlight(command)))
  }

  private take(id: number): PendingCall | undefined {
    const call = this.pending.get(id)
    this.pending.delete(id)
    return call
  }
}

const lostInFlight = (command: Command): Failure =>
  command.scope === 'trade'
    ? failureOf(
        'unknown-outcome',
        'The link to the core broke before its reply came. What you asked for may have been done: look before you ask again.',
      )
    : failureOf('not-connected', 'The link to the core broke before its reply came.')

const unreadableReply = (command: Command): Failure =>
  command.scope === 'trade'
    ? failureOf(
        'unknown-outcome',
        'The reply of the core could not be read. What you asked for may have been done: look before you ask again.',
      )
    : failureOf('internal', 'The reply of the core could not be read.')
