/** A core with its real adapter on a real paper broker at which another terminal rests orders, behind a transport that answers lists as a test says. */

import { expect, onTestFinished, vi } from 'vitest'
import { openBroker, type BrokerOptions } from '../../../../electron/broker/broker.ts'
import type { ListedVenue } from '../../../../electron/core/ports/listedVenue.ts'
import { PLAIN_VARIANT, type VariantChoices } from '../../../../electron/paper/apiVariants.ts'
import { clockOf } from '../../../../shared/base/clock.ts'
import { seededRandom } from '../../../../shared/base/random.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { VenueProfile } from '../../../../shared/broker/venueProfile.ts'
import type { TopicName } from '../../../../shared/contract/contract.ts'
import type { Caller } from '../../../../shared/contract/ports.ts'
import { isTerminal } from '../../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId } from '../../../../shared/domain/scalars.ts'
import { answerJson, openListTransport, type AnswerList } from '../../../fakes/venue/listTransport.ts'
import { startLivePaper } from '../../../fakes/venue/livePaper.ts'
import { NO_LIMITS } from '../../../fakes/core/noLimits.ts'
import { profileOf } from '../../../fakes/venue/secondVariant.ts'
import { createCoreInMemory, topicNow } from '../coreInMemory.ts'
import { draftOf, text } from '../deskHarness.ts'

const caller: Caller = { windowId: 'w', allows: () => true }

export interface ListedOptions {
  /** Orders that rest at the venue before the desk signs in, of the first customer. */
  readonly resting: number
  /** How lists of this customer are answered from the start. */
  readonly list?: AnswerList | null
  /** How the lists of every customer are answered from the start. */
  readonly everyList?: AnswerList
  readonly variant?: VariantChoices
  readonly profile?: Partial<VenueProfile>
  readonly limits?: BrokerOptions['limits']
}

export async function openScriptedLists({
  resting,
  list = null,
  everyList,
  variant = PLAIN_VARIANT,
  profile = {},
  limits = {},
}: ListedOptions) {
  const clock = clockOf(globalThis)
  const paper = await startLivePaper({ clock, variant })
  onTestFinished(() => paper.close())
  const transport = await openListTransport(paper.restUrl)
  onTestFinished(() => transport.close())
  const direct = profileOf(variant, paper)
  const credentials = { username: paper.username, password: paper.password }
  const customer = paper.customers[0] as CustomerCode

  const elsewhere = openBroker({ clock, random: seededRandom(4) })(direct)
  onTestFinished(() => elsewhere.close())
  await elsewhere.signIn(credentials)
  let rested = 0
  /** Rests one more order of the customer, as another terminal would. */
  const rest = async (): Promise<ReferenceId> => {
    const id = `elsewhere-${rested++}` as ReferenceId
    const draft = draftOf({ customerCode: customer, amount: text('0.001'), limitPrice: text('100') })
    const sent = await elsewhere.createOrder(id, draft, async () => ok(null))
    if (sent.kind !== 'accepted') throw new Error(JSON.stringify(sent))
    return id
  }
  for (let n = 0; n < resting; n++) await rest()
  /** Lists of the other customers are answered as the broker does. */
  const answerLists = (item: AnswerList | null) => {
    transport.answerList =
      item &&
      ((asked, answer) =>
        asked.customer === customer ? item(asked, answer) : answerJson(answer, `[${asked.rows.join()}]`))
  }
  if (everyList) transport.answerList = everyList
  else answerLists(list)

  const venue: ListedVenue = {
    id: 'listed',
    profile: { ...direct, restUrl: transport.url, ...profile },
    builtIn: credentials,
  }
  const core = createCoreInMemory({
    clock,
    random: seededRandom(3),
    openBroker: openBroker({ clock, random: seededRandom(5), limits }),
    startingLimits: NO_LIMITS,
    venues: [venue],
  })
  onTestFinished(() => core.close())

  const now = <T extends TopicName>(name: T) => topicNow(core, name, caller)
  await core.handlers['session.signIn'](
    { venueId: 'listed', username: null, password: null, signingKey: null, keep: 'run' },
    caller,
  )
  await vi.waitFor(() => expect(now('session').phase).toBe('ready'), 8_000)
  return {
    core,
    customer,
    customers: paper.customers,
    answerLists,
    readingNow: () => now('openOrderReadings').find((item) => item.customerCode === customer),
    rest,
    now,
    call: core.handlers,
    caller,
    reconciliationOf: (code = customer) =>
      now('reconciliation').find((reconciliation) => reconciliation.customerCode === code),
    liveHere: () =>
      now('orders').filter((order) => order.customerCode === customer && !isTerminal(order.status ?? '')),
    /** Ids of the customer's live orders, by the venue's own word to the other terminal. */
    async aliveAtVenue(): Promise<readonly string[]> {
      if (variant.openOrders) {
        const open = await elsewhere.openOrders(customer)
        if (!open.ok) throw new Error(open.failure.message)
        return open.value.items.map(({ referenceId }) => referenceId)
      }
      const alive: string[] = []
      for (let n = 0; n < rested; n++) {
        const id = `elsewhere-${n}` as ReferenceId
        const order = await elsewhere.order(customer, id)
        if (order.ok && !isTerminal(order.value.status)) alive.push(id)
      }
      return alive
    },
  }
}
