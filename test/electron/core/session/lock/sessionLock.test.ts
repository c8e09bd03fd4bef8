import { describe, expect, it } from 'vitest'
import { SESSION_LOCKED } from '../../../../../electron/core/session/lock/refuseWhileLocked.ts'
import { commands, type CommandName } from '../../../../../shared/contract/contract.ts'
import { venueProfile } from '../../../../../shared/broker/venueProfile.ts'
import type { Command } from '../../../../../shared/contract/define.ts'
import { BTC, C1, Desk, draftOf, LIVE, PAPER, reportOf } from '../../deskHarness.ts'

const SIGNING_KEY = { publicKey: 'public', privateKeyPem: 'private' }
const typedSignIn = (keep: 'keychain' | 'run', password = 'right horse') => ({
  venueId: 'live',
  username: 'ann',
  password,
  signingKey: null,
  keep,
})
const nothingTyped = { ...typedSignIn('run'), username: null, password: null }
const unlock = (desk: Desk, typed: string) => desk.call('session.unlock', { typed })
const message = async (reply: Promise<{ ok: boolean; failure?: { message: string } }>) => {
  const answer = await reply
  return answer.ok ? 'done' : answer.failure?.message
}

/** Signed in at the live venue with a password. */
async function signedIn(
  keep: 'keychain' | 'run' = 'run',
  options: ConstructorParameters<typeof Desk>[0] = {},
) {
  const desk = new Desk(options)
  await desk.call('session.signIn', typedSignIn(keep))
  await desk.settle()
  return desk
}

/** Signed in and locked. */
async function locked(keep: 'keychain' | 'run' = 'run') {
  const desk = await signedIn(keep)
  const session = desk.follow('session')
  expect(await message(desk.call('session.lock', {}))).toBe('done')
  return { desk, session }
}

describe('while the session is locked', () => {
  it('every window shows the lock at once, and a window that opens later too', async () => {
    const { desk, session } = await locked()
    const shown = { by: 'ann', asks: 'password', cause: 'key', wrong: 0, since: desk.clock.now() }
    expect(session.now().locked).toEqual(shown)
    expect(desk.follow('session').now().locked).toEqual(shown)
  })

  it('every command is refused but those that read, unlock, or keep a window’s layout', async () => {
    const { desk } = await locked()
    const passed: string[] = []
    for (const [name, { scope }] of Object.entries(commands) as [CommandName, Command][]) {
      if (scope === 'read') continue
      const handler = desk.core.handlers[name] as (request: unknown, caller: unknown) => Promise<unknown>
      // Refused before it reads its request.
      const reply = await handler({}, desk.caller).catch(() => 'it read the request')
      const isRefused = JSON.stringify(reply).includes(SESSION_LOCKED)
      if (!isRefused) passed.push(name)
    }
    expect(passed).toEqual(['session.lock', 'session.unlock', 'setting.save'])
  })

  it('no order, amend, cancel or halt reaches the venue; what was sent before goes on', async () => {
    const desk = await signedIn()
    const broker = desk.broker
    const submit = (intentId: string) =>
      desk.call('order.submit', { intentId, draft: draftOf({ timeInForce: 'GTC' }), typed: null })
    expect((await submit('before-lock')).ok).toBe(true)
    const [before] = broker.sent
    if (!before) throw new Error('nothing was sent before the lock')
    await desk.call('session.lock', {})
    expect(await message(submit('under-lock'))).toBe(SESSION_LOCKED)
    const id = { customerCode: C1, referenceId: before.id }
    expect(await message(desk.call('order.cancel', id))).toBe(SESSION_LOCKED)
    expect(await message(desk.call('order.cancelAll', { customerCode: C1, symbol: null, side: null }))).toBe(
      SESSION_LOCKED,
    )
    expect(await message(desk.call('halt.start', { scope: { kind: 'desk' }, mode: 'halted' }))).toBe(
      SESSION_LOCKED,
    )
    expect(await message(desk.call('session.signOut', {}))).toBe(SESSION_LOCKED)
    expect(await message(desk.call('session.signIn', typedSignIn('run')))).toBe(SESSION_LOCKED)
    expect({ sent: broker.sent.length, cancels: broker.cancels.length }).toEqual({ sent: 1, cancels: 0 })
    before.answer.resolve({ kind: 'accepted', value: reportOf(before.id, 'open') })
    await desk.settle()
    expect([...desk.orders().values()].map(({ status }) => status)).toEqual(['open'])
  })

  it('a sign-in to another venue that was under way ends without a session of its own', async () => {
    const venues = [LIVE, { ...LIVE, id: 'other' }]
    const desk = new Desk({ venues })
    await desk.call('session.signIn', { ...typedSignIn('keychain'), venueId: 'other' })
    await desk.settle()
    await desk.call('session.signIn', typedSignIn('run'))
    await desk.settle()
    const session = desk.follow('session')
    const load = desk.vault.load.bind(desk.vault)
    const answered = Promise.withResolvers<undefined>()
    desk.vault.load = async (venueId) => {
      await answered.promise
      return await load(venueId)
    }
    const underWay = desk.call('session.signIn', { ...nothingTyped, venueId: 'other' })
    await desk.settle()
    expect(await message(desk.call('session.lock', {}))).toBe('done')
    answered.resolve(undefined)
    expect(await message(underWay)).toMatch(/^The session was locked during this sign-in/)
    expect(session.now()).toMatchObject({ venueId: 'live', locked: { by: 'ann' } })
    expect(await message(unlock(desk, 'right horse'))).toBe('done')
  })

  it('the password of the sign-in unlocks, from the keychain and of this run, and orders go again', async () => {
    for (const keep of ['keychain', 'run'] as const) {
      const { desk, session } = await locked(keep)
      expect(await message(unlock(desk, 'right horse'))).toBe('done')
      expect(session.now().locked).toBeNull()
      const draft = draftOf({ timeInForce: 'GTC' })
      expect((await desk.call('order.submit', { intentId: 'after-lock', draft, typed: null })).ok).toBe(true)
    }
  })

  it('a wrong password is refused, counted in every window, and makes the next try wait, twice as long each time', async () => {
    const { desk, session } = await locked()
    const WRONG = 'That is not the password of this sign-in. The session stays locked.'
    for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
      expect(await message(unlock(desk, 'wrong'))).toBe(WRONG)
      const wait = `Nothing was compared: wait ${seconds} s after the last wrong try.`
      expect(await message(unlock(desk, 'right horse'))).toBe(wait)
      desk.clock.advance(seconds * 1_000)
    }
    expect(session.now().locked).toMatchObject({ wrong: 8 })
    expect(await message(unlock(desk, 'right horse'))).toBe('done')
    const notices = [...desk.mirror('notices', ({ id }) => String(id)).values()]
    expect(notices.map((notice) => notice.message).join(' ')).toContain('8 wrong passwords were typed')
  })

  it('two windows cannot try at once', async () => {
    const { desk } = await locked('keychain')
    const replies = await Promise.all([unlock(desk, 'wrong'), unlock(desk, 'wrong too')])
    expect(replies.map((reply) => (reply.ok ? '' : reply.failure.message))).toEqual([
      expect.stringContaining('not the password'),
      expect.stringContaining('Another window is trying'),
    ])
  })

  it('a keychain that cannot be read unlocks nothing, and the sentence says what to do', async () => {
    const { desk, session } = await locked('keychain')
    desk.vault.available = false
    expect(await message(unlock(desk, 'right horse'))).toMatch(
      /^The session stays locked: the password cannot be compared\. No keychain here\..*close the terminal/,
    )
    expect(session.now().locked).not.toBeNull()
  })

  it('a session that the venue ends meanwhile stays locked', async () => {
    const { desk, session } = await locked()
    desk.broker.listener?.signedOff({
      kind: 'bad-credentials',
      code: null,
      message: 'The venue ended the session.',
    })
    await desk.settle()
    expect(session.now().locked).not.toBeNull()
    expect(await message(unlock(desk, 'right horse'))).toBe('done')
  })

  it('no password crosses to a window, into the settings or into the log', async () => {
    const CANARY = 'canary-of-the-lock'
    const desk = new Desk()
    desk.follow('settings')
    await desk.call('session.signIn', typedSignIn('keychain', CANARY))
    await desk.call('session.lock', {})
    await unlock(desk, `${CANARY} wrong`)
    desk.clock.advance(1_000)
    await unlock(desk, CANARY)
    for (const seen of [desk.crossed, desk.settings.all(), desk.logged])
      expect(JSON.stringify(seen)).not.toContain(CANARY)
  })
})

describe('the lock cannot be had', () => {
  it('without anybody signed in', async () => {
    expect(await message(new Desk().call('session.lock', {}))).toMatch(/^Nobody is signed in/)
  })

  it('at a venue with a key and no password, and says that the screen shows everything', async () => {
    const profile = venueProfile.parse({ ...LIVE.profile, auth: 'signed' })
    const desk = new Desk({ venues: [{ ...LIVE, profile }] })
    await desk.call('session.signIn', { ...nothingTyped, signingKey: SIGNING_KEY })
    expect(await message(desk.call('session.lock', {}))).toMatch(/^The session is NOT locked.*Live One/)
    expect(desk.follow('session').now().locked).toBeNull()
  })
})

it('the built-in broker has no password: the word UNLOCK unlocks', async () => {
  const desk = new Desk()
  await desk.ready()
  await desk.call('session.lock', {})
  expect(desk.follow('session').now().locked).toMatchObject({ asks: 'word' })
  expect(await message(unlock(desk, 'unlock'))).toMatch(/^That is not the word UNLOCK/)
  desk.clock.advance(1_000)
  expect(await message(unlock(desk, 'UNLOCK'))).toBe('done')
})

describe('a terminal that is started again', () => {
  it('lets no stored password sign in before it is typed, when the session was locked at its end', async () => {
    const before = await signedIn('keychain')
    await before.call('session.lock', {})
    const next = new Desk({ settings: before.settings })
    next.vault.held.set('live', { username: 'ann', password: 'right horse' })
    const listed = () =>
      next
        .follow('session')
        .now()
        .venues.find(({ id }) => id === 'live')
    expect(listed()).toMatchObject({ credentials: 'needed', username: 'ann' })
    expect((await next.call('session.signIn', nothingTyped)).ok).toBe(false)
    expect(next.brokers).toEqual([])
    expect((await next.call('session.signIn', typedSignIn('keychain'))).ok).toBe(true)
    await next.call('session.signOut', {})
    expect(listed()).toMatchObject({ credentials: 'stored' })
    expect((await next.call('session.signIn', nothingTyped)).ok).toBe(true)
  })

  it('lets no stored key of another venue sign in before the password of the locked session was typed', async () => {
    const keyed = {
      ...LIVE,
      id: 'keyed',
      profile: venueProfile.parse({ ...LIVE.profile, name: 'Keyed', auth: 'signed' }),
    }
    const venues = [LIVE, keyed]
    const withKey = { ...nothingTyped, venueId: 'keyed' }
    const before = new Desk({ venues })
    const stored = { ...withKey, signingKey: SIGNING_KEY, keep: 'keychain' as const }
    expect((await before.call('session.signIn', stored)).ok).toBe(true)
    await before.call('session.signIn', typedSignIn('keychain'))
    await before.settle()
    await before.call('session.lock', {})
    const next = new Desk({ settings: before.settings, venues })
    next.vault.held.set('live', { username: 'ann', password: 'right horse' })
    next.vault.held.set('keyed', { username: 'key', password: '', signingKey: SIGNING_KEY })
    expect((await next.call('session.signIn', withKey)).ok).toBe(false)
    expect(next.brokers).toEqual([])
    expect((await next.call('session.signIn', typedSignIn('keychain'))).ok).toBe(true)
    await next.call('session.signOut', {})
    expect((await next.call('session.signIn', withKey)).ok).toBe(true)
  })

  it('keeps a stored key back although the password of the locked session is forgotten', async () => {
    const profile = venueProfile.parse({ ...LIVE.profile, name: 'Keyed', auth: 'signed' })
    const venues = [LIVE, { ...LIVE, id: 'keyed', profile }]
    const withKey = { ...nothingTyped, venueId: 'keyed' }
    const before = new Desk({ venues })
    await before.call('session.signIn', { ...withKey, signingKey: SIGNING_KEY, keep: 'keychain' })
    await before.call('session.signIn', typedSignIn('keychain'))
    await before.settle()
    await before.call('session.lock', {})
    const next = new Desk({ settings: before.settings, venues })
    next.vault.held.set('keyed', { username: 'key', password: '', signingKey: SIGNING_KEY })
    await next.call('session.forget', { venueId: 'live' })
    expect((await next.call('session.signIn', withKey)).ok).toBe(false)
    expect((await next.call('session.signIn', { ...withKey, signingKey: SIGNING_KEY })).ok).toBe(true)
  })

  it('asks for nothing more once the session was unlocked by its password', async () => {
    const before = await signedIn('keychain')
    await before.call('session.lock', {})
    await unlock(before, 'right horse')
    const next = new Desk({ settings: before.settings })
    next.vault.held.set('live', { username: 'ann', password: 'right horse' })
    expect((await next.call('session.signIn', nothingTyped)).ok).toBe(true)
  })

  it('the word of the built-in broker frees no password of another venue', async () => {
    const desk = await signedIn('keychain')
    await desk.call('session.signOut', {})
    await desk.ready()
    await desk.call('session.lock', {})
    await unlock(desk, 'UNLOCK')
    expect((await desk.call('session.signIn', nothingTyped)).ok).toBe(false)
  })
})

describe('after rest', () => {
  const MINUTE = 60_000
  const setMinutes = (desk: Desk, minutes: number) =>
    desk.call('settings.change', { values: { 'lock.restMinutes': minutes }, keys: {}, typed: '' })
  const isLocked = (desk: Desk) => desk.follow('session').now().locked

  it('never locks unless the dealer set a time', async () => {
    const desk = await signedIn()
    desk.clock.advance(24 * 60 * MINUTE)
    expect(isLocked(desk)).toBeNull()
  })

  it('locks once no window had a key or a click for the minutes that the dealer set, at most five seconds late', async () => {
    const desk = await signedIn()
    await setMinutes(desk, 5)
    desk.clock.advance(4 * MINUTE)
    await desk.call('session.active', {})
    desk.clock.advance(5 * MINUTE - 1)
    expect(isLocked(desk)).toBeNull()
    desk.clock.advance(5_001)
    expect(isLocked(desk)).toMatchObject({ cause: 'rest' })
  })

  it('counts the time that the machine slept, also where a move of the pointer comes first', async () => {
    const desk = await signedIn()
    await setMinutes(desk, 5)
    await desk.call('session.active', {})
    // The monotonic clock stops in sleep.
    desk.clock.setWall(desk.clock.now() + 60 * MINUTE)
    await desk.call('session.active', {})
    expect(isLocked(desk)).toMatchObject({ cause: 'rest' })
  })

  it('does not lock again behind an unlock that follows sleep', async () => {
    const desk = await signedIn()
    await setMinutes(desk, 5)
    await desk.call('session.lock', {})
    desk.clock.setWall(desk.clock.now() + 60 * MINUTE)
    await unlock(desk, 'right horse')
    expect(isLocked(desk)).toBeNull()
    desk.clock.advance(MINUTE)
    expect(isLocked(desk)).toBeNull()
  })

  it('counts no time before the dealer set one', async () => {
    const desk = await signedIn()
    desk.clock.advance(60 * MINUTE)
    await setMinutes(desk, 5)
    await desk.call('session.active', {})
    desk.clock.advance(5 * MINUTE - 6_000)
    expect(isLocked(desk)).toBeNull()
  })

  it('does not lock again at once behind an unlock', async () => {
    const desk = await signedIn()
    await setMinutes(desk, 1)
    desk.clock.advance(2 * MINUTE)
    expect(isLocked(desk)).not.toBeNull()
    await unlock(desk, 'right horse')
    desk.clock.advance(MINUTE - 1)
    expect(isLocked(desk)).toBeNull()
  })

  it('counts no time before the sign-in', async () => {
    const desk = new Desk()
    await setMinutes(desk, 1)
    desk.clock.advance(10 * MINUTE)
    await desk.call('session.signIn', typedSignIn('run'))
    desk.clock.advance(MINUTE - 6_000)
    expect(isLocked(desk)).toBeNull()
  })

  it('says once that a venue without a password cannot be locked', async () => {
    const profile = venueProfile.parse({ ...LIVE.profile, auth: 'signed' })
    const desk = new Desk({ venues: [{ ...LIVE, profile }, PAPER] })
    await desk.call('session.signIn', { ...nothingTyped, signingKey: SIGNING_KEY })
    await setMinutes(desk, 1)
    desk.clock.advance(10 * MINUTE)
    const said = [...desk.mirror('notices', ({ id }) => String(id)).values()].filter(({ message: words }) =>
      words.startsWith('The session is NOT locked'),
    )
    expect(said.map(({ count }) => count)).toEqual([1])
    expect(desk.broker.sent.filter(({ draft }) => draft.symbol === BTC)).toEqual([])
  })
})
