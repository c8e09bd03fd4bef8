/** Malformed requests from a seed: every one of them must be refused. Pure; knows the API's names, sends nothing. */

import { seededRandom } from '../../shared/base/random.ts'
import { malformedAddresses } from './malformedAddresses.ts'
import { malformedBodies } from './malformedBodies.ts'
import { malformedCallers } from './malformedCallers.ts'
import { GARBAGE } from './malformedParts.ts'
import { createRequestWriter, pick, type Kind, type Target } from './requestWriter.ts'

export interface MalformedRequest {
  readonly kind: string
  /** Each of these refuses it rightly. */
  readonly statuses: readonly number[]
  /** The bytes of the whole request. */
  readonly bytes: Buffer
  /** The server cannot know where the next request starts, so it must hang up. */
  readonly endsConnection: boolean
}

/** An endless run of requests; the same seed makes the same ones. */
export function* malformedRequests(seed: number, target: Target): Generator<MalformedRequest> {
  const random = seededRandom(seed)
  const writer = createRequestWriter(random, target)
  const { withField, onTemplate } = writer
  const kinds: readonly Kind[] = [
    ...malformedBodies(writer),
    ...malformedAddresses(writer),
    ...malformedCallers(writer),
    [
      'too long',
      0.1,
      [413],
      onTemplate((template) =>
        withField(template, pick(random, Object.keys(template.body)), `"${'1'.repeat(70_000)}"`),
      ),
    ],
    ['no HTTP', 0.4, [400], () => Buffer.from(pick(random, GARBAGE), 'latin1')],
  ]
  const total = kinds.reduce((sum, [, weight]) => sum + weight, 0)
  for (;;) {
    let at = random.next() * total
    const found = kinds.find(([, weight]) => (at -= weight) < 0)
    if (!found) continue
    const [kind, , statuses, make] = found
    yield { kind, statuses, bytes: make(), endsConnection: kind === 'no HTTP' }
  }
}
